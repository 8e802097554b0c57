import { listNamedGroups, moveNamedGroup } from '@rootsquare/contract/named-groups'
import type { PageQuery } from '@rootsquare/contract/lib/paged'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { groupKeys } from '#web/entities/groups/group-keys.ts'
import { memberKeys } from '#web/entities/members/member-keys.ts'
import { call } from '#web/lib/net/call.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'

export function namedGroups(query: PageQuery) {
  return queryOptions({
    queryKey: [...groupKeys.named, query],
    queryFn: async ({ signal }) => (await call(listNamedGroups, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

export function useMoveNamedGroup(id: number) {
  const queryClient = useQueryClient()
  return useServerMutation({
    mutationFn: (groupId: number) => call(moveNamedGroup, { params: { id }, body: { groupId } }),
    // A rejection also means that the list is out of date.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: groupKeys.all })
      void queryClient.invalidateQueries({ queryKey: memberKeys.named })
    },
  })
}
