import type { QueryClient } from '@tanstack/react-query'
import { composerTexts } from '#web/features/posts/composer/composer-files.ts'
import { fileKeyOf, type ParkedPost, type PostDraft } from '#web/features/posts/composer/composer-draft.ts'
import { freshMs } from '#web/entities/uploads/use-draft-files.ts'
import { lostFileText } from '#web/entities/uploads/use-uploads.ts'
import { sendFile } from '#web/entities/uploads/send-file.ts'
import { storedValue } from '#web/lib/storage/member-store.ts'

/** Uploads the files of a post before it is sent, and calls `onUploaded` after each, so that none is uploaded twice. */
export async function uploadMissingFiles(
  queryClient: QueryClient,
  post: ParkedPost,
  onUploaded: (draft: PostDraft) => void,
): Promise<void> {
  const { signal } = new AbortController()
  const { draft } = post
  const files = [...draft.files]
  for (const [at, one] of draft.files.entries()) {
    const { id, kind, name, done } = one
    const stored = storedValue(post.memberId, fileKeyOf(post, id))
    const file = stored instanceof File ? stored : null
    // The server deletes files that no post uses.
    const isThere = done !== null && (file === null || done.at > Date.now() - freshMs)
    if (isThere) continue
    if (file === null) throw new Error(`${name}: ${lostFileText}`)
    const uploaded = await sendFile(
      { kind, file },
      { queryClient, signal, texts: composerTexts, onChange: () => {} },
    )
    files[at] = { ...one, done: { is: 'done', uploaded, at: Date.now() } }
    onUploaded({ ...draft, files: [...files] })
  }
}
