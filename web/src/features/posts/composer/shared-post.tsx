import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import {
  blankPostDraft,
  draftKeyOf,
  fileKeyOf,
  StoredPostDraft,
} from '#web/features/posts/composer/composer-draft.ts'
import { sortFiles } from '#web/features/posts/composer/composer-files.ts'
import { focusComposer } from '#web/features/posts/composer/composer-focus.ts'
import { textIn } from '#web/lib/navigation/search-params.ts'
import { useMember } from '#web/lib/session/session.ts'
import { takeShared } from '#web/lib/storage/device-caches.ts'
import { storeValues, whenStoreLoads } from '#web/lib/storage/member-store.ts'
import { mergedText, saveDraft, savedDraft } from '#web/lib/storage/use-draft.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const fields = ['title', 'text', 'url']

/** Opens the composer for `/user?compose=1`, with what another app has shared. */
export function SharedPost() {
  const { userId: memberId } = useMember()
  const router = useRouter()
  const isTaken = useRef(false)
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    const { search } = router.state.location
    // A reload must not share it again. Only then, because a change of the page closes what has been opened.
    void router
      .navigate({ to: '.', search: {}, replace: true, state: { keepsFocus: true } })
      .then(() => addToDraft(memberId, search))
      .then(focusComposer)
  }, [memberId, router])
  return null
}

/** Adds to what the member has begun to write. */
async function addToDraft(memberId: number, search: unknown): Promise<void> {
  const form = await takeShared().catch(() => null)
  await whenStoreLoads(memberId)
  const place = { memberId, groupId: null }
  const draft = savedDraft(draftKeyOf(place), StoredPostDraft) ?? blankPostDraft
  const { fit, rejected } = sortFiles((form?.getAll('files') ?? []).filter(isFile), draft.files.length)
  const text = sharedText((name) => String(form?.get(name) ?? textIn(search, name) ?? ''))
  const files = fit.map(({ stored }) => stored)
  if (text !== '' || files.length > 0) {
    storeValues(
      memberId,
      fit.map(({ stored, file }) => [fileKeyOf(place, stored.id), file]),
    )
    const all = { text: mergedText(draft.text, text), files: [...draft.files, ...files] }
    saveDraft(draftKeyOf(place), { ...draft, ...all })
  }
  for (const { name, reason } of rejected) showSnackbar('error', `${name} ${reason}`)
  if (textIn(search, 'shared') === 'text')
    showSnackbar('warning', 'The shared files did not arrive. Please add them here.')
}

const isFile = (value: FormDataEntryValue): value is File => value instanceof File && value.size > 0

/** Other apps put the address into the text, into its own field, or into both. */
function sharedText(read: (name: string) => string): string {
  return fields.reduce((all, name) => {
    const text = read(name).trim()
    return all.includes(text) ? all : mergedText(all, text)
  }, '')
}
