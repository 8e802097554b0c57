import { useCallback, useState, useSyncExternalStore } from 'react'
import { blankDraft, isBlank, saveDraft, savedDraft } from '#web/features/groups/create/create-group-draft.ts'
import type { GroupDraft } from '#web/features/groups/create/create-group-draft.ts'
import { currentSession, onSessionChange } from '#web/lib/session/session.ts'

type DraftState = { memberId: number; draft: GroupDraft; isBusy: boolean }
export type GroupDraftStore = ReturnType<typeof useGroupDraft>

const listeners = new Set<() => void>()
let state: DraftState | null = null

// The draft must not stay in memory after a sign-out.
onSessionChange(() => {
  if (currentSession()?.userId !== state?.memberId) state = null
})

/** Outside of React, so that an answer still updates the draft after the dialog was closed and opened again. */
export function useGroupDraft(memberId: number) {
  const { draft, isBusy } = useSyncExternalStore(subscribe, () => stateOf(memberId))
  const [restored, setRestored] = useState(() => (isBlank(draft) ? null : stepOf(draft)))
  const newest = useCallback(() => stateOf(memberId).draft, [memberId])
  const setBusy = useCallback((busy: boolean) => update(memberId, { isBusy: busy }), [memberId])
  const change = useCallback(
    (part: Partial<GroupDraft>) => update(memberId, { draft: { ...newest(), ...part } }),
    [memberId, newest],
  )

  function startOver(): void {
    setRestored(null)
    change(blankDraft())
  }

  return { value: draft, newest, change, isBusy, setBusy, isRestored: restored === stepOf(draft), startOver }
}

/** Only the step that was restored says so. */
function stepOf({ group }: GroupDraft): 'group' | 'sections' {
  return group === null ? 'group' : 'sections'
}

function stateOf(memberId: number): DraftState {
  if (state === null || state.memberId !== memberId)
    state = { memberId, draft: savedDraft(memberId) ?? blankDraft(), isBusy: false }
  return state
}

function update(memberId: number, part: Partial<DraftState>): void {
  if (currentSession()?.userId !== memberId) return
  state = { ...stateOf(memberId), ...part }
  saveDraft(memberId, state.draft)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
