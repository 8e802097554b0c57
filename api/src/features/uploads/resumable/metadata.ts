import { extname } from 'node:path'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { avatarBytes, avatarPreset, avatarTooLarge, posterPreset } from '@rootsquare/contract/uploads'
import { invalid } from '#api/http/api-error.ts'
import { rejectBrokenText } from '#api/http/serve/validation.ts'
import {
  notAcceptedError,
  sizeLimitOf,
  tooLargeError,
  type MediaKind,
} from '#api/features/uploads/media-kinds.ts'

/** What the ending of a name says. A name without an ending may be anything: the content decides in the end. */
const kindsByEnding: Record<string, MediaKind['is']> = {
  ...kinds('image', '.jpg .jpeg .jpe .jfif .png .apng .webp .gif .avif'),
  ...kinds('video', '.mp4 .m4v .webm .mov .qt'),
  ...kinds('audio', '.weba .ogg .oga .opus .m4a .mp3'),
}

function kinds(is: MediaKind['is'], endings: string) {
  return Object.fromEntries(endings.split(' ').map((ending): [string, MediaKind['is']] => [ending, is]))
}

/** Reads the headers of a new upload, and rejects what could never be stored before a byte of it is sent. */
export function readNewUpload(headers: IncomingHttpHeaders) {
  const bytes = wholeNumber(headers['upload-length'])
  if (bytes === undefined) throw invalid('Send Upload-Length, the size of the file in bytes.')
  if (bytes === 0) throw invalid({ file: 'The file is empty.' })
  const { filename, upload_preset: preset, poster } = readMetadata(headers['upload-metadata'])
  const ending = extname(filename).toLowerCase()
  const is = ending === '' ? 'video' : kindsByEnding[ending]
  if (is === undefined) throw notAcceptedError()
  if (preset === avatarPreset && ending !== '' && is !== 'image')
    throw invalid({ file: 'An avatar must be a picture.' })
  if (preset === avatarPreset && bytes >= avatarBytes) throw invalid({ file: avatarTooLarge })
  // WebM and MP4 may contain only sound, which is known when all has arrived.
  const kind = { is: preset === posterPreset ? 'image' : is, type: '' } as const
  if (bytes > sizeLimitOf(kind)) throw tooLargeError(kind)
  return { bytes, preset, poster_id: poster ?? null }
}

/** Of a header that is a whole number. */
export function wholeNumber(value: string | string[] | undefined): number | undefined {
  return typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : undefined
}

const Metadata = z.object({
  filename: z.string().max(1000).default(''),
  upload_preset: z.string().trim().max(200).default(''),
  poster: z.uuid().optional(),
})

/** Pairs of a name and a value in Base64, divided by commas. */
function readMetadata(header: string | string[] | undefined) {
  const pairs = String(header ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .map(([name = '', value = '']): [string, string] => [name, Buffer.from(value, 'base64').toString()])
  const read = Metadata.safeParse(Object.fromEntries(pairs))
  if (!read.success) throw invalid('The header Upload-Metadata could not be read.')
  rejectBrokenText(read.data)
  return read.data
}
