import { useState } from 'react'
import { blankPostDraft, isBlank, type PostDraft } from '#web/features/posts/composer/composer-draft.ts'
import type { DraftPlace, FoundDraft } from '#web/features/posts/drafts/draft-store.ts'
import { useAttachments } from '#web/features/posts/media/use-attachments.ts'
import { useComposerDraft } from '#web/features/posts/drafts/use-composer-draft.ts'
import { useLatest } from '#web/features/posts/composer/use-latest.ts'
import { usePostSending } from '#web/features/posts/composer/use-post-sending.ts'
import { announce } from '#web/lib/navigation/announce.ts'

type DraftState = { is: 'none' } | { is: 'restored' } | { is: 'discarded'; draft: PostDraft }
type ComposerOptions = { place: DraftPlace; fixedGroupId: number | undefined; onPosted: () => void }

const none: DraftState = { is: 'none' }

export type ComposerParts = ReturnType<typeof useComposer>

export function useComposer({ place, fixedGroupId, onPosted }: ComposerOptions) {
  const draft = useLatest(blankPostDraft)
  const [draftState, setDraftState] = useState<DraftState>(none)
  const { saveNow } = useComposerDraft(place, draft.value, { latest: draft.latest, onFound })
  const sending = usePostSending({ draft, place, fixedGroupId, onPosted: clear, saveNow })
  const attachments = useAttachments(draft, { ...sending, saveNow })

  function start(next: PostDraft, now: DraftState): void {
    draft.change(() => next)
    setDraftState(now)
    attachments.dismiss()
    saveNow()
  }

  function clear(): void {
    onPosted()
    start(blankPostDraft(), none)
  }

  function onFound(found: FoundDraft | null, isFromOtherTab: boolean): void {
    if (isFromOtherTab && sending.phase !== 'writing') return
    if (found === null) return start(blankPostDraft(), none)
    draft.change((now) => (isFromOtherTab ? found.draft : mergeDrafts(found.draft, now)))
    setDraftState({ is: 'restored' })
    attachments.reject(found.lost)
    announce('live-polite', 'Draft restored')
  }

  function write(change: Partial<Pick<PostDraft, 'text' | 'place' | 'group'>>): void {
    if (sending.phase !== 'writing') return
    draft.change((now) => ({ ...now, ...change }))
    if (draftState.is === 'discarded') setDraftState(none)
  }

  const discard = () => start(blankPostDraft(), { is: 'discarded', draft: draft.latest() })
  const undo = () => draftState.is === 'discarded' && start(draftState.draft, none)
  return { draft: draft.value, draftState: draftState.is, attachments, sending, write, discard, undo }
}

/** Merges the stored draft with the text typed before the draft was found. */
function mergeDrafts(saved: PostDraft, typed: PostDraft): PostDraft {
  if (isBlank(typed)) return saved
  return {
    ...saved,
    text: [saved.text, typed.text].filter((text) => text !== '').join('\n'),
    place: typed.place ?? saved.place,
    group: typed.group ?? saved.group,
    files: [...saved.files, ...typed.files],
  }
}
