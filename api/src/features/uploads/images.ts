import { maxFrames, maxImagePixels } from '@rootsquare/contract/uploads'
import type { Deps } from '#api/deps.ts'
import { invalid, unavailable, type ApiError } from '#api/http/api-error.ts'
import {
  PicturesBusy,
  UndrawablePicture,
  type Drawn,
  type PictureFault,
} from '#api/ports/pictures/pictures.ts'
import { damagedError, type MediaKind } from './media-kinds.ts'

const longestSide = 2048

/** The types as the decoder names them. */
const formats: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
}

const errors: Record<PictureFault, (kind: MediaKind) => ApiError> = {
  damaged: damagedError,
  'too many pixels': () => invalid({ file: 'This picture has more than 50 megapixels.' }, 'TOO_MANY_PIXELS'),
  'too many frames': () =>
    invalid({ file: `An animation may have at most ${maxFrames} frames.` }, 'TOO_MANY_FRAMES'),
  'too complex': () =>
    invalid(
      {
        file: 'This picture is too complex for us. Please save it as a normal JPEG or PNG, or make it smaller.',
      },
      'TOO_COMPLEX',
    ),
}

type Sizes = { side?: number; thumbnailSide?: number | null; smallSide?: number }
type Source = {
  source: string | Buffer
  kind: MediaKind
  /** Null for a picture that no member has uploaded. */ ownerId: number | null
}

/** Re-encodes the pixels, so that no metadata such as the location remains. */
export async function reencodePicture(
  { pictures, log }: Pick<Deps, 'pictures' | 'log'>,
  { source, kind, ownerId }: Source,
  { side = longestSide, thumbnailSide = null, ...small }: Sizes = {},
): Promise<Drawn> {
  const format = formats[kind.type] ?? ''
  const sizes = { side, thumbnailSide, ...small, maxPixels: maxImagePixels, maxFrames }
  return pictures.draw({ source, format, ...sizes }, String(ownerId)).catch((error: unknown) => {
    if (error instanceof UndrawablePicture) throw errors[error.fault](kind)
    if (!(error instanceof PicturesBusy)) throw error
    log.warn({ err: error }, 'a picture was not drawn')
    throw unavailable('Many pictures are being uploaded. Please try again in a moment.')
  })
}
