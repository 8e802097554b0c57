import { captionLength, type NewPost } from '@rootsquare/contract/posts'
import type { ComposerFile } from '#web/features/posts/composer/composer-files.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { randomId } from '#web/lib/storage/random-id.ts'

export type TargetGroup = { id: number; name: string }

export type PostDraft = {
  /** Is part of the Idempotency-Key, so that two tabs with the same draft create only one post. */
  id: string
  text: string
  /** Is null if the post has no place. */
  place: string | null
  /** Is null if the post is for followers. */
  group: TargetGroup | null
  files: readonly ComposerFile[]
}

export function blankPostDraft(): PostDraft {
  return { id: randomId(), text: '', place: null, group: null, files: [] }
}

export function isBlank({ text, place, files }: PostDraft): boolean {
  return text.trim() === '' && (place ?? '').trim() === '' && files.length === 0
}

export function isCaptionFit(text: string): boolean {
  const count = lengthOf(text)
  return count > 0 && count <= captionLength
}

/** Returns the body of the request. Every file must be uploaded before. */
export function postBodyOf({ text, place, files }: PostDraft): NewPost {
  return {
    caption: text.trim(),
    location: place?.trim() || null,
    postImageDTO: files.flatMap(({ alt, progress }) =>
      progress.is === 'done'
        ? [
            {
              postImage: progress.uploaded.url,
              thumbnail: progress.uploaded.thumbnail,
              alt: alt.trim() || null,
            },
          ]
        : [],
    ),
  }
}

/** Returns the same key for the same draft and content, so that a retry after a lost answer creates no second post. */
export function postKeyOf(draftId: string, groupId: number | null, body: NewPost): string {
  return `${draftId}-${hashOf(JSON.stringify([groupId, body]))}`
}

/** Combines two hashes of 32 bits. They tell the versions of one draft apart, and are synchronous. */
function hashOf(text: string): string {
  let [a, b] = [0x81_1c_9d_c5, 0x1b_87_35_93]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01_00_01_93)
    b = Math.imul(b ^ code, 0x85_eb_ca_6b)
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36)
}
