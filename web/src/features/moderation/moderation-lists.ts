import { listAudit, listSuspended, listUsers } from '@rootsquare/contract/moderation'
import type { AuditQuery, SearchQuery } from '@rootsquare/contract/moderation'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { moderationKeys } from '#web/features/moderation/moderation-keys.ts'
import { call } from '#web/lib/net/call.ts'

// While the next page of a list loads, the one before stays on screen.

export function usersOf(query: SearchQuery) {
  return queryOptions({
    queryKey: [...moderationKeys.all, 'users', query],
    queryFn: async ({ signal }) => (await call(listUsers, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

export function suspendedOf(query: SearchQuery) {
  return queryOptions({
    queryKey: [...moderationKeys.all, 'suspended', query],
    queryFn: async ({ signal }) => (await call(listSuspended, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

export function auditOf(query: AuditQuery) {
  return queryOptions({
    queryKey: [...moderationKeys.all, 'audit', query],
    queryFn: async ({ signal }) => (await call(listAudit, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}
