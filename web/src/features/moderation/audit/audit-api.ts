import { listAudit } from '@rootsquare/contract/moderation'
import type { AuditQuery } from '@rootsquare/contract/moderation'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { moderationKeys } from '#web/features/moderation/moderation-keys.ts'
import { call } from '#web/lib/net/call.ts'

/** What staff did. While the next page comes, the one before stays in sight. */
export function auditOf(query: AuditQuery) {
  return queryOptions({
    queryKey: [...moderationKeys.all, 'audit', query],
    queryFn: async ({ signal }) => (await call(listAudit, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}
