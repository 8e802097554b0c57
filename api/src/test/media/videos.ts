/** Handwritten boxes and elements, as cameras and browsers produce them. */
export function box(type: string, ...content: (Buffer | string)[]): Buffer<ArrayBuffer> {
  const body = Buffer.concat(
    content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** The same with the size in 64 bits. */
export function longBox(type: string, body: Buffer, size = body.length + 16): Buffer {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1)
  head.write(type, 4, 'latin1')
  head.writeBigUInt64BE(BigInt(size), 8)
  return Buffer.concat([head, body])
}

/** A track of this size. With `isUpright` it is rotated by the matrix, as from a phone. */
export function track(width: number, height: number, ...more: Buffer[]): Buffer {
  return box('trak', tkhd(width, height, false), ...more)
}

export function tkhd(width: number, height: number, isUpright: boolean): Buffer {
  const fields = Buffer.alloc(84)
  const matrix = isUpright ? [0, 0x1_00_00, 0, -0x1_00_00, 0] : [0x1_00_00, 0, 0, 0, 0x1_00_00]
  matrix.forEach((value, place) => fields.writeInt32BE(value, 40 + place * 4))
  fields.writeUInt32BE(width * 65_536, 76)
  fields.writeUInt32BE(height * 65_536, 80)
  return box('tkhd', fields)
}

const ftyp = (brand: string) => box('ftyp', brand, Buffer.alloc(4), brand)
const place = '+06.4541+003.3947/'
export const placeWords = [place, '06.4541', 'com.apple.quicktime.location', 'Ikoyi', 'exif:GPSLatitude']

const xyz = box('©xyz', Buffer.from([0, place.length, 0x15, 0xc7]), place)
const loci = box('loci', Buffer.alloc(6), 'Ikoyi\0', Buffer.from([0]), Buffer.alloc(12))
const appleMeta = box(
  'meta',
  box('hdlr', Buffer.alloc(8), 'mdta', Buffer.alloc(12)),
  box('keys', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box('mdta', 'com.apple.quicktime.location.ISO6709')),
  box('ilst', box('\0\0\0\x01', box('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), place))),
)
const xmp = box(
  'uuid',
  Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'),
  '<x exif:GPSLatitude="6,27.2N"/>',
)

/** Stands for the media data, which must stay unchanged. */
export const film = Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 31) % 256))

/** A phone's video with the location in every box that cameras use. */
export function mp4({
  brand = 'mp42',
  width = 1920,
  height = 1080,
  isUpright = false,
} = {}): Buffer<ArrayBuffer> {
  const audio = track(0, 0)
  const video = box('trak', tkhd(width, height, isUpright), box('udta', xyz), appleMeta)
  const moov = box(
    'moov',
    box('mvhd', Buffer.alloc(100)),
    audio,
    video,
    box('udta', xyz, loci, appleMeta),
    appleMeta,
  )
  return Buffer.concat([ftyp(brand), box('free', place), box('mdat', film), moov, xmp, box('meta', place)])
}

export const quicktime = () => mp4({ brand: 'qt  ' })

const vint = (size: number) =>
  Buffer.from([0x10 | (size >> 24), (size >> 16) & 255, (size >> 8) & 255, size & 255])
const openSize = Buffer.from('01ffffffffffffff', 'hex')

export function element(id: string, ...content: (Buffer | string)[]): Buffer<ArrayBuffer> {
  const body = Buffer.concat(
    content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  return Buffer.concat([Buffer.from(id, 'hex'), vint(body.length), body])
}

const simpleTag = element('67c8', element('45a3', 'LOCATION'), element('4487', place))
export const tags = element('1254c367', element('7373', simpleTag, element('67c8', element('45a3', 'Ikoyi'))))

/** With `isOpen` the segment and its clusters have unknown sizes, as recorded by browsers. */
export function webm({ isOpen = false, width = 640, height = 360 } = {}): Buffer<ArrayBuffer> {
  const number = (value: number) => Buffer.from([value >> 8, value & 255])
  const video = element('e0', element('b0', number(width)), element('ba', number(height)))
  const tracks = element('1654ae6b', element('ae', element('83', '\x01'), video))
  const blocks = [
    element('e7', '\0'),
    element('a3', film.subarray(0, 10_000)),
    element('a3', film.subarray(10_000)),
  ]
  const cluster = isOpen ? open('1f43b675', ...blocks) : element('1f43b675', ...blocks)
  const children = [tracks, tags, cluster, tags, element('1941a469', 'Ikoyi')]
  const segment = isOpen ? open('18538067', ...children) : element('18538067', ...children)
  return Buffer.concat([element('1a45dfa3', element('4282', 'webm')), segment])
}

const open = (id: string, ...content: Buffer[]) =>
  Buffer.concat([Buffer.from(id, 'hex'), openSize, ...content])
