import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { blankDraft, GroupDraft, isBlank } from '#web/features/groups/create/create-group-draft.ts'
import { groupKeys } from '#web/entities/groups/groups-api.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'

export type GroupDraftStore = ReturnType<typeof useGroupDraft>

/** In the cache, so that a dialog opened again shows what the one before has under way. */
const isCreating = queryOptions<boolean>({
  queryKey: [...groupKeys.all, 'creating'],
  queryFn: skipToken,
  initialData: false,
  staleTime: Infinity,
})

export function useGroupDraft(memberId: number) {
  const queryClient = useQueryClient()
  const { data: isBusy = false } = useQuery(isCreating)
  const stored = useDraft({ what: 'create-group', memberId }, GroupDraft, blankDraft, isBlank)
  const { draft, readLatest, discard } = stored
  const [restored] = useState(stepOf(draft))

  /** Also called by an answer that arrives after the dialog was closed. */
  function change(part: Partial<GroupDraft>): void {
    if (currentSession()?.userId === memberId) stored.change({ ...readLatest(), ...part })
  }

  return {
    value: draft,
    newest: readLatest,
    change,
    isBusy,
    setBusy: (busy: boolean) => queryClient.setQueryData(isCreating.queryKey, busy),
    isRestored: stored.isRestored && restored === stepOf(draft),
    startOver: discard,
  }
}

/** Only the step that was restored says so. */
function stepOf({ group }: GroupDraft): 'group' | 'sections' {
  return group === null ? 'group' : 'sections'
}
