import { box, element } from './videos.ts'

/** Handwritten audio, as browsers and phones record it. The words stand for metadata that must not remain. */
export const privateWords = ['Ikoyi', 'Ada’s phone']

const [place, phone] = [Buffer.from('Ikoyi'), Buffer.from('Ada’s phone')]

const uint = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

type Webm = { seconds?: number; codec?: string; trackType?: number }

/** A block every 60 milliseconds, a cluster every ten seconds, and no length in the head. */
export function webmAudio({ seconds = 3, codec = 'A_OPUS', trackType = 2 }: Webm = {}): Buffer<ArrayBuffer> {
  const info = element('1549a966', element('2ad7b1', uint(1_000_000, 3)))
  const track = element('ae', element('83', uint(trackType, 1)), element('86', codec))
  const tags = element('1254c367', element('7373', element('67c8', place, phone)))
  const clusters = Array.from({ length: Math.ceil(seconds / 10) }, (_, at) => {
    const length = Math.min(10, seconds - at * 10) * 1000
    const blocks = Array.from({ length: length / 60 }, (__, block) =>
      element('a3', Buffer.from([0x81]), uint(block * 60, 2), Buffer.from([0x80, 1, 2, 3])),
    )
    return element('1f43b675', element('e7', uint(at * 10_000, 8 - 2)), ...blocks)
  })
  const segment = element('18538067', info, element('1654ae6b', track), tags, ...clusters)
  return Buffer.concat([element('1a45dfa3', element('4282', 'webm')), segment])
}

type Mp4 = { seconds?: number; codec?: string; brand?: string; isFragmented?: boolean; handler?: string }

export function mp4Audio({
  seconds = 3,
  codec = 'mp4a',
  brand = 'M4A ',
  isFragmented = false,
  handler = 'soun',
}: Mp4 = {}): Buffer<ArrayBuffer> {
  const samples = Math.round((seconds * 48_000) / 1024)
  const mdhd = box('mdhd', Buffer.alloc(12), uint(48_000, 4), uint(isFragmented ? 0 : seconds * 48_000, 4))
  const hdlr = box('hdlr', Buffer.alloc(8), handler, Buffer.alloc(12))
  const stsd = box('stsd', Buffer.alloc(4), uint(1, 4), box(codec, Buffer.alloc(28)))
  const trak = box('trak', box('mdia', mdhd, hdlr, box('minf', box('stbl', stsd))))
  const trex = box('trex', Buffer.alloc(12), uint(1024, 4), Buffer.alloc(8))
  const moov = box('moov', trak, box('mvex', trex), box('udta', place, phone))
  const trun = box('trun', Buffer.alloc(4), uint(samples, 4), Buffer.alloc(8))
  const fragments = isFragmented ? [box('moof', box('traf', trun))] : []
  const ftyp = box('ftyp', brand, Buffer.alloc(4), brand)
  return Buffer.concat([ftyp, moov, ...fragments, box('mdat', Buffer.alloc(500, 7))])
}

type Page = { flags?: number; samples?: number; number: number; packet: Buffer }

function oggPage({ flags = 0, samples = 0, number, packet }: Page): Buffer {
  const lengths = [...Array<number>(Math.floor(packet.length / 255)).fill(255), packet.length % 255]
  const head = Buffer.alloc(27)
  head.write('OggS', 0, 'latin1')
  head[5] = flags
  head.writeBigInt64LE(BigInt(samples), 6)
  head.writeUInt32LE(1, 14)
  head.writeUInt32LE(number, 18)
  head[26] = lengths.length
  return Buffer.concat([head, Buffer.from(lengths), packet])
}

export function oggAudio({ seconds = 3, codec = 'OpusHead', isTwo = false } = {}): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(19)
  head.write(codec, 0, 'latin1')
  head.writeUInt16LE(312, 10)
  const comments = Buffer.concat([Buffer.from('OpusTags'), uint(0, 4), place, phone, Buffer.alloc(300, 65)])
  const first = oggPage({ flags: 2, number: 0, packet: head })
  const pages = Array.from({ length: Math.ceil(seconds) }, (_, at) =>
    oggPage({
      number: at + 2,
      samples: Math.min(seconds, at + 1) * 48_000 + 312,
      packet: Buffer.alloc(400, 9),
    }),
  )
  const second = oggPage({ number: 1, packet: comments })
  return Buffer.concat([first, ...(isTwo ? [first] : []), second, ...pages])
}

/** Frames of 128 kbit at 48 kHz, which have 384 bytes and take 24 milliseconds, between two tags. */
export function mp3Audio({ seconds = 3 } = {}): Buffer<ArrayBuffer> {
  const frame = Buffer.alloc(384, 5)
  frame.writeUInt32BE(0xff_fb_94_00)
  const tag = Buffer.concat([Buffer.from('TIT2'), place, phone, Buffer.alloc(20)])
  const head = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0', 'latin1'), Buffer.from([tag.length]), tag])
  const end = Buffer.concat([Buffer.from('TAG'), place, Buffer.alloc(125 - place.length)])
  return Buffer.concat([head, ...Array<Buffer>(Math.round(seconds / 0.024)).fill(frame), end])
}
