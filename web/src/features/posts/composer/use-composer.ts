import { useState } from 'react'
import { blankDraft, isBlank, type Draft } from '#web/features/posts/composer/composer-draft.ts'
import type { DraftPlace, Found } from '#web/features/posts/drafts/draft-store.ts'
import { useAttachments } from '#web/features/posts/media/use-attachments.ts'
import { useComposerDraft } from '#web/features/posts/drafts/use-composer-draft.ts'
import { useLatest } from '#web/features/posts/composer/use-latest.ts'
import { useSending } from '#web/features/posts/composer/use-sending.ts'
import { announce } from '#web/lib/navigation/announce.ts'

type DraftState = { is: 'none' } | { is: 'restored' } | { is: 'discarded'; draft: Draft }
type ComposerOptions = { place: DraftPlace; fixedGroupId: number | undefined; onPosted: () => void }

const none: DraftState = { is: 'none' }

export type ComposerParts = ReturnType<typeof useComposer>

export function useComposer({ place, fixedGroupId, onPosted }: ComposerOptions) {
  const draft = useLatest(blankDraft)
  const [draftState, setDraftState] = useState<DraftState>(none)
  const { saveNow } = useComposerDraft(place, draft.value, { latest: draft.latest, onFound })
  const sending = useSending({ draft, place, fixedGroupId, onPosted: clear, saveNow })
  const attachments = useAttachments(draft, { goOn: sending.goOn, cancel: sending.cancel, saveNow })

  function start(next: Draft, now: DraftState): void {
    draft.change(() => next)
    setDraftState(now)
    attachments.dismiss()
    saveNow()
  }

  function clear(): void {
    onPosted()
    start(blankDraft(), none)
  }

  function onFound(found: Found | null, isFromOtherTab: boolean): void {
    if (isFromOtherTab && sending.phase !== 'writing') return
    if (found === null) return start(blankDraft(), none)
    draft.change((now) => (isFromOtherTab ? found.draft : merged(found.draft, now)))
    setDraftState({ is: 'restored' })
    attachments.reject(found.lost)
    announce('live-polite', 'Draft restored')
  }

  function write(change: Partial<Pick<Draft, 'text' | 'place' | 'group'>>): void {
    if (sending.phase !== 'writing') return
    draft.change((now) => ({ ...now, ...change }))
    if (draftState.is === 'discarded') setDraftState(none)
  }

  const discard = () => start(blankDraft(), { is: 'discarded', draft: draft.latest() })
  const undo = () => draftState.is === 'discarded' && start(draftState.draft, none)
  return { draft: draft.value, draftState: draftState.is, attachments, sending, write, discard, undo }
}

/** What was typed before the draft was found is not lost. */
function merged(saved: Draft, typed: Draft): Draft {
  if (isBlank(typed)) return saved
  return {
    ...saved,
    text: [saved.text, typed.text].filter((text) => text !== '').join('\n'),
    place: typed.place ?? saved.place,
    group: typed.group ?? saved.group,
    files: [...saved.files, ...typed.files],
  }
}
