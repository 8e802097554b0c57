import { useCallback, useState, useSyncExternalStore } from 'react'
import { blankDraft, isBlank, saveDraft, savedDraft } from '#web/features/groups/create/create-group-draft.ts'
import type { GroupDraft } from '#web/features/groups/create/create-group-draft.ts'
import { currentSession, onSessionChange } from '#web/lib/session/session.ts'

type Desk = { memberId: number; draft: GroupDraft; isBusy: boolean }
export type GroupDraftDesk = ReturnType<typeof useGroupDraft>

const listeners = new Set<() => void>()
let desk: Desk | null = null

// After a sign-out nothing may be left behind.
onSessionChange(() => {
  if (currentSession()?.userId !== desk?.memberId) desk = null
})

/** One desk, so that an answer that comes after the dialog was closed and opened again finds the draft that is on it. */
export function useGroupDraft(memberId: number) {
  const { draft, isBusy } = useSyncExternalStore(subscribe, () => deskOf(memberId))
  const [restored, setRestored] = useState(() => (isBlank(draft) ? null : stepOf(draft)))
  const newest = useCallback(() => deskOf(memberId).draft, [memberId])
  const setBusy = useCallback((busy: boolean) => put(memberId, { isBusy: busy }), [memberId])
  const change = useCallback(
    (part: Partial<GroupDraft>) => put(memberId, { draft: { ...newest(), ...part } }),
    [memberId, newest],
  )

  function startOver(): void {
    setRestored(null)
    change(blankDraft())
  }

  return { value: draft, newest, change, isBusy, setBusy, isRestored: restored === stepOf(draft), startOver }
}

/** What is restored of the first step is no draft of the second. */
function stepOf({ group }: GroupDraft): 'group' | 'sections' {
  return group === null ? 'group' : 'sections'
}

/** Begins where this member left off. */
function deskOf(memberId: number): Desk {
  if (desk === null || desk.memberId !== memberId)
    desk = { memberId, draft: savedDraft(memberId) ?? blankDraft(), isBusy: false }
  return desk
}

/** Every change is kept at once. */
function put(memberId: number, part: Partial<Desk>): void {
  if (currentSession()?.userId !== memberId) return
  desk = { ...deskOf(memberId), ...part }
  saveDraft(memberId, desk.draft)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
