import { maxMedia } from '@rootsquare/contract/posts'
import { maxImageBytes, maxVideoBytes, videoTypes } from '@rootsquare/contract/uploads'
import { randomId } from '#web/lib/storage/random-id.ts'
import {
  rejectedFile,
  type DraftFile,
  type RejectedFile,
} from '#web/features/posts/composer/composer-draft.ts'

const kinds = 'Only JPEG, PNG, WebP, GIF and AVIF pictures and MP4, WebM and QuickTime videos are accepted.'

/** The texts are the same as those of the server. */
const unfitReasons = {
  kind: kinds,
  heic: `${kinds} Save it as JPEG first.`,
  empty: 'This file is empty.',
  heavyImage: `A picture may have at most ${maxImageBytes / 1_000_000} MB.`,
  heavyVideo: `A video may have at most ${maxVideoBytes / 1_000_000} MB.`,
  tooMany: `A post can have at most ${maxMedia} pictures and videos.`,
} as const

const knownVideos: readonly string[] = videoTypes

/** Separates files that can be attached to the existing ones from those that cannot, with the reason. */
export function sortFiles(files: readonly File[], attached: number) {
  const fit: (DraftFile & { file: File })[] = []
  const rejected: RejectedFile[] = []
  const tooMany: File[] = []
  for (const file of files) {
    const kind = kindOf(file)
    const reason = rejectionReason(file, kind)
    if (reason !== null || kind === null) rejected.push(rejectedFile(file.name, reason ?? unfitKind(file)))
    else if (attached + fit.length >= maxMedia) tooMany.push(file)
    else fit.push({ id: randomId(), kind, name: file.name, alt: '', done: null, file })
  }
  return { fit, rejected: [...rejected, ...rejectOverflow(tooMany)] }
}

/** Returns why the kind is rejected. HEIC has a text of its own because iPhones use it for photos. */
export function unfitKind({ type, name }: Pick<File, 'type' | 'name'>): string {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name) ? unfitReasons.heic : unfitReasons.kind
}

/** Returns a single rejection for all files above the limit. */
function rejectOverflow([first, ...rest]: File[]): RejectedFile[] {
  if (first === undefined) return []
  const others = rest.length === 0 ? '' : ` and ${rest.length} more`
  return [rejectedFile(first.name + others, unfitReasons.tooMany)]
}

/** Accepts pictures of any type, because the browser may be able to convert a type that the server does not know. */
function kindOf({ type, name }: File): DraftFile['kind'] | null {
  if (type.startsWith('image/')) return 'image'
  if (knownVideos.includes(type)) return 'video'
  if (type !== '') return null
  if (/\.(mp4|m4v|mov|webm)$/i.test(name)) return 'video'
  return /\.(jpe?g|png|webp|gif|avif)$/i.test(name) ? 'image' : null
}

function rejectionReason(file: File, kind: DraftFile['kind'] | null): string | null {
  const { size, type } = file
  if (kind === null) return unfitKind(file)
  if (size === 0) return unfitReasons.empty
  if (kind === 'video' && size > maxVideoBytes) return unfitReasons.heavyVideo
  // A GIF is sent as it is, since a smaller copy would not be animated.
  return type === 'image/gif' && size > maxImageBytes ? unfitReasons.heavyImage : null
}
