import { maxMedia } from '@rootsquare/contract/posts'
import { chosenFileError, kindOf } from '#web/entities/uploads/check-file.ts'
import { newDraftFile } from '#web/entities/uploads/use-draft-files.ts'
import { rejectedFile, type RejectedFile } from '#web/features/posts/composer/composer-draft.ts'

const kinds = 'Only JPEG, PNG, WebP, GIF and AVIF pictures and MP4, WebM and QuickTime videos are accepted.'
const tooMany = `A post can have at most ${maxMedia} pictures and videos.`

export const composerTexts = { failed: 'Upload failed', wrongKind: wrongKindText }

/** Returns why the kind is rejected. HEIC has a text of its own because iPhones use it for photos. */
function wrongKindText({ type, name }: File): string {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name) ? `${kinds} Save it as JPEG first.` : kinds
}

/** Separates files that can be attached to the existing ones from those that cannot, with the reason. */
export function sortFiles(files: readonly File[], attached: number) {
  const fit: ReturnType<typeof newDraftFile>[] = []
  const rejected: RejectedFile[] = []
  const left: File[] = []
  for (const file of files) {
    const reason = chosenFileError(file, composerTexts, true)
    if (reason !== null) rejected.push(rejectedFile(file.name, reason))
    else if (attached + fit.length >= maxMedia) left.push(file)
    else fit.push(newDraftFile(file, kindOf(file) ?? 'image'))
  }
  return { fit, rejected: [...rejected, ...rejectOverflow(left)] }
}

/** Returns a single rejection for all files above the limit. */
function rejectOverflow([first, ...rest]: File[]): RejectedFile[] {
  if (first === undefined) return []
  const others = rest.length === 0 ? '' : ` and ${rest.length} more`
  return [rejectedFile(first.name + others, tooMany)]
}
