import sharp from 'sharp'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 30, g: 60, b: 120 } } })

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

export const picture = (format: Format, width = 64, height = 48) =>
  plain(width, height).toFormat(format).toBuffer().then(owned)

/** Noise does not compress, so this has about 1.5 bytes per pixel. */
export async function heavyPicture(atLeast: number): Promise<Buffer<ArrayBuffer>> {
  const side = Math.ceil(Math.sqrt(atLeast / 3))
  const noise = Buffer.alloc(side * side * 3)
  for (let at = 0; at < noise.length; at += 1) noise[at] = Math.floor(Math.random() * 256)
  return owned(
    await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
      .png()
      .toBuffer(),
  )
}

/** A rotated phone photo with an orientation tag and a location. Its top side is red. */
export async function phonePhoto(): Promise<Buffer<ArrayBuffer>> {
  const red = await sharp({ create: { width: 40, height: 80, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  return owned(
    await plain(160, 80)
      .composite([{ input: red, left: 0, top: 0 }])
      .withExif({
        IFD0: { Make: 'Secret Camera Works', Copyright: 'Adaeze Nwokorie' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '6/1 27/1 14/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '3/1 23/1 40/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer(),
  )
}

/** The frames differ, because the encoder would merge equal ones. */
export async function animation(
  format: 'gif' | 'webp',
  frames: number,
  side = 16,
): Promise<Buffer<ArrayBuffer>> {
  const raw = Buffer.alloc(side * side * 3 * frames)
  for (let frame = 0; frame < frames; frame += 1) {
    const [from, to] = [frame * side * side * 3, (frame + 1) * side * side * 3]
    for (let at = from; at < to; at += 3)
      raw.set([(frame * 37) % 256, (frame * 91) % 256, (at * 7) % 256], at)
  }
  const strip = sharp(raw, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
  const animated =
    format === 'gif' ? strip.gif({ delay: Array(frames).fill(40) }) : strip.webp({ lossless: true })
  return owned(await animated.toBuffer())
}

/** A handwritten GIF whose frames each change one pixel, because encoders reject so many frames. */
export function endlessGif(frames: number, side = 1): Buffer<ArrayBuffer> {
  const head = Buffer.from('47494638396100000000800000000000ffffff', 'hex')
  head.writeUInt16LE(side, 6)
  head.writeUInt16LE(side, 8)
  const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex')
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])])
}

const owned = (bytes: Buffer): Buffer<ArrayBuffer> => Buffer.from(new Uint8Array(bytes))
