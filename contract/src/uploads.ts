import { z } from 'zod'
import { endpoint, Nothing, postByMember } from './lib/endpoint.ts'

/** The largest sizes of files, in bytes. `GET /config` sends the same numbers. */
export const maxImageBytes = 10_000_000
export const maxVideoBytes = 50_000_000
export const maxAudioBytes = 5_000_000
export const maxAudioSeconds = 300
/** An avatar must be smaller than this. */
export const avatarBytes = 2_000_000
export const avatarTooLarge = 'Avatar size should be less than 2 MB!'
/** The `upload_preset` of a picture that becomes an avatar. */
export const avatarPreset = 'avatar'

export const maxImagePixels = 50_000_000
/** The longer side of a thumbnail. It fills a screen that is 360 CSS pixels wide with two device pixels for each. */
export const thumbnailSide = 720
/** Animations with more frames than this are rejected. */
export const maxFrames = 200

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const
/** For the attribute `accept` of a file field. */
export const acceptedPictures = imageTypes.join(',')
export const videoTypes = ['video/mp4', 'video/webm', 'video/quicktime'] as const
/** WebM and Ogg contain Opus, MP4 contains AAC. */
export const audioTypes = ['audio/webm', 'audio/ogg', 'audio/mp4', 'audio/mpeg'] as const

const NewUpload = z.object({
  file: z.file().meta({
    description:
      'JPEG, PNG, WebP, GIF or AVIF up to 10,000,000 bytes and 50 megapixels; MP4, WebM or QuickTime up to 50,000,000 bytes; audio as Opus (WebM, Ogg), AAC (MP4) or MP3 up to 5,000,000 bytes and 5 minutes. The type is detected from the content, not from the name.',
  }),
  upload_preset: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Any text. `avatar` requires a picture smaller than 2,000,000 bytes.' }),
  poster: z.file().optional().meta({ description: 'The preview picture of a video.' }),
})

export const Uploaded = z
  .object({
    secure_url: z.string().meta({ description: 'The URL to pass to the image fields of other calls.' }),
    thumbnail_url: z.string().nullable().meta({
      description: 'At most 720 pixels wide and high. Null for audio, and for a video without a poster.',
    }),
    resource_type: z.enum(['image', 'video', 'audio']),
    width: z.int().nullable(),
    height: z.int().nullable(),
    bytes: z.int(),
    duration: z.number().nullable().meta({ description: 'The length of audio in seconds.' }),
  })
  .meta({ id: 'Uploaded' })
export type Uploaded = z.output<typeof Uploaded>

export const uploadMedia = endpoint({
  ...postByMember,
  path: '/media/upload',
  summary: 'Upload a picture, a video or audio and get its URL',
  form: NewUpload,
  reply: Uploaded,
  isBare: true,
  limits: ['upload'],
})

/** For how long an upload that broke off can be resumed. */
export const resumableHours = 24
/** A member may have so many uploads at the same time that have not ended. */
export const maxOpenUploads = 20
/** The type of the body that continues an upload. */
export const offsetStream = 'application/offset+octet-stream'
/** The `upload_preset` of a picture that is kept until the upload of its video names it as `poster`. */
export const posterPreset = 'poster'

const byMember = { access: 'member', isTus: true } as const
const oneUpload = { ...byMember, path: '/media/resumable/:id' } as const
/** Is declared by itself, because only so does the build leave it out of pages that need no zod. */
const ByUploadId = z.object({ id: z.uuid() })

export const createUpload = endpoint({
  ...byMember,
  method: 'POST',
  path: '/media/resumable',
  summary:
    'Begin an upload that can be resumed, by tus 1.0. `Upload-Metadata` may contain filename, upload_preset, and for a video as poster the id of an upload with the preset `poster`.',
  reply: Nothing,
  limits: ['upload'],
})

export const findUpload = endpoint({
  ...oneUpload,
  params: ByUploadId,
  method: 'HEAD',
  summary: 'How much of an upload has arrived, by tus 1.0',
  reply: Nothing,
})

export const continueUpload = endpoint({
  ...oneUpload,
  params: ByUploadId,
  method: 'PATCH',
  summary: 'Continue an upload, by tus 1.0. The last part is answered as an upload in one piece.',
  reply: Uploaded,
})

export const cancelUpload = endpoint({
  ...oneUpload,
  params: ByUploadId,
  method: 'DELETE',
  summary: 'Cancel an upload, by tus 1.0',
  reply: Nothing,
})
