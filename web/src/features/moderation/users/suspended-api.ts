import { listSuspended } from '@rootsquare/contract/moderation'
import type { SearchQuery } from '@rootsquare/contract/moderation'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { moderationKeys } from '#web/features/moderation/moderation-keys.ts'
import { call } from '#web/lib/net/call.ts'

/** Running suspensions. While the next page comes, the one before stays in sight. */
export function suspendedOf(query: SearchQuery) {
  return queryOptions({
    queryKey: [...moderationKeys.all, 'suspended', query],
    queryFn: async ({ signal }) => (await call(listSuspended, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}
