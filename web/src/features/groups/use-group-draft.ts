import { useCallback, useRef, useState } from 'react'
import { blankDraft, keepDraft, keptDraft } from '#web/features/groups/create-group-draft.ts'
import type { GroupDraft } from '#web/features/groups/create-group-draft.ts'

export type GroupDraftDesk = ReturnType<typeof useGroupDraft>

/** Begins where this member left off. Every change is kept at once, also one that comes after the dialog has closed. */
export function useGroupDraft(memberId: number) {
  const [kept] = useState(() => keptDraft(memberId))
  const [value, setValue] = useState(() => kept ?? blankDraft())
  const [isRestored, setRestored] = useState(kept !== null)
  const held = useRef(value)
  const newest = useCallback(() => held.current, [])

  const change = useCallback(
    (part: Partial<GroupDraft>) => {
      held.current = { ...held.current, ...part }
      keepDraft(memberId, held.current)
      setValue(held.current)
    },
    [memberId],
  )

  function startOver(): void {
    setRestored(false)
    change(blankDraft())
  }

  return { value, newest, change, isRestored, startOver }
}
