import { suggestMembers } from '@rootsquare/contract/people'
import { queryOptions } from '@tanstack/react-query'
import { memberKeys } from '#web/entities/members/member-keys.ts'
import { call } from '#web/lib/net/call.ts'

/** Each screen reloads them, since a follow changes them. Rows on the screen do not change. */
export const suggestedMembers = queryOptions({
  queryKey: memberKeys.suggested,
  queryFn: async ({ signal }) => (await call(suggestMembers, { signal })).data,
  staleTime: 0,
  refetchOnWindowFocus: false,
})
