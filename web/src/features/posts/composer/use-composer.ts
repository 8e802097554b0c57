import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  blankPostDraft,
  deleteDraft,
  draftKeyOf,
  filesIn,
  isBlank,
  isPostSending,
  StoredPostDraft,
  type DraftSlot,
  type PostDraft,
} from '#web/features/posts/composer/composer-draft.ts'
import { useComposerFiles } from '#web/features/posts/composer/use-composer-files.ts'
import { usePostSending } from '#web/features/posts/composer/use-post-sending.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { onStoredChange, storeValues } from '#web/lib/storage/member-store.ts'
import { useLiveDraft } from '#web/lib/storage/use-draft.ts'

export type ComposerParts = ReturnType<typeof useComposer>
type Discarded = { draft: PostDraft; files: Map<string, unknown> }

export function useComposer(place: DraftSlot, onPosted: () => void) {
  const stored = useLiveDraft(draftKeyOf(place), StoredPostDraft, blankPostDraft, isBlank)
  const { draft, change, isRestored } = stored
  const [discarded, setDiscarded] = useState<Discarded | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const attachments = useComposerFiles(place, stored, () => setWaiting(false))
  const sending = usePostSending({ place, draft, attachments, isWaiting, setWaiting })
  useAnnouncedDraft(isRestored)
  useAfterSending(place, () => {
    if (!isBlank(stored.readLatest())) return
    attachments.dismiss()
    onPosted()
  })

  function write(changed: Partial<Pick<PostDraft, 'text' | 'place' | 'group'>>): void {
    if (sending.phase !== 'writing') return
    change((now) => ({ ...now, ...changed }))
    setDiscarded(null)
  }

  function discard(): void {
    setDiscarded({ draft, files: filesIn(place) })
    stored.discard()
    deleteDraft(place)
    attachments.dismiss()
  }

  function undo(): void {
    if (discarded === null) return
    storeValues(place.memberId, [...discarded.files])
    change(discarded.draft)
    setDiscarded(null)
  }

  const restoredState = isRestored ? 'restored' : 'none'
  const draftState = discarded === null ? restoredState : 'discarded'
  return { draft, draftState, attachments, sending, write, discard, undo }
}

function useAnnouncedDraft(isRestored: boolean): void {
  useEffect(() => {
    if (isRestored) announce('live-polite', 'Draft restored')
  }, [isRestored])
}

/** Calls `onEnd` before the page shows it, because what is removed then may have the focus. */
function useAfterSending(place: DraftSlot, onEnd: () => void): void {
  const wasSending = useRef(false)
  const onChange = useEffectEvent(() => {
    const isSending = isPostSending(place)
    if (wasSending.current && !isSending) onEnd()
    wasSending.current = isSending
  })
  useEffect(() => {
    onChange()
    return onStoredChange(() => onChange())
  }, [])
}
