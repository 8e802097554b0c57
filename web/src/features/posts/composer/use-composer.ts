import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  blankPostDraft,
  deleteDraft,
  draftKeyOf,
  filesIn,
  isBlank,
  isPostSending,
  rememberTarget,
  StoredPostDraft,
  type DraftSlot,
  type PostDraft,
  type TargetGroup,
} from '#web/features/posts/composer/composer-draft.ts'
import { useComposerFiles, type Attachments } from '#web/features/posts/composer/use-composer-files.ts'
import { usePostSending } from '#web/features/posts/composer/use-post-sending.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { onStoredChange, storeValues } from '#web/lib/storage/member-store.ts'
import { useLiveDraft } from '#web/lib/storage/use-draft.ts'

export type ComposerParts = ReturnType<typeof useComposer>
type Discarded = { draft: PostDraft; files: Map<string, unknown> }

/** The post goes to `suggested` until the member chooses. */
export function useComposer(place: DraftSlot, suggested: TargetGroup | null, onPosted: () => void) {
  const stored = useLiveDraft(draftKeyOf(place), StoredPostDraft, blankPostDraft, isBlank)
  const { change, isRestored } = stored
  const { group = suggested, ...typed } = stored.draft
  const draft = { ...typed, group }
  const [isWaiting, setWaiting] = useState(false)
  const attachments = useComposerFiles(place, stored, () => setWaiting(false))
  const sending = usePostSending({ place, draft, attachments, isWaiting, setWaiting })
  const { isDiscarded, forget, discard, undo } = useDiscard(place, stored, attachments)
  useAnnouncedDraft(isRestored)
  useAfterSending(place, () => {
    if (!isBlank(stored.readLatest())) return
    attachments.dismiss()
    onPosted()
  })

  function write(changed: Partial<Pick<PostDraft, 'text' | 'place' | 'group'>>): void {
    if (sending.phase !== 'writing') return
    if (changed.group !== undefined) rememberTarget(place.memberId, changed.group)
    change((now) => ({ ...now, ...changed }))
    forget()
  }

  const restoredState = isRestored ? 'restored' : 'none'
  const draftState = isDiscarded ? 'discarded' : restoredState
  return { draft, draftState, attachments, sending, write, discard, undo }
}

type StoredDraft = { draft: PostDraft; change: (next: PostDraft) => void; discard: () => void }

/** A discarded draft can be restored until something else is written. */
function useDiscard(place: DraftSlot, stored: StoredDraft, attachments: Attachments) {
  const [discarded, setDiscarded] = useState<Discarded | null>(null)
  const forget = () => setDiscarded(null)

  function discard(): void {
    setDiscarded({ draft: stored.draft, files: filesIn(place) })
    stored.discard()
    deleteDraft(place)
    attachments.dismiss()
  }

  function undo(): void {
    if (discarded === null) return
    storeValues(place.memberId, [...discarded.files])
    stored.change(discarded.draft)
    forget()
  }

  return { isDiscarded: discarded !== null, forget, discard, undo }
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
