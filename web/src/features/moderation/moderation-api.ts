import { getProfile } from '@rootsquare/contract/profiles'
import { listAudit, listSuspended, listUsers } from '@rootsquare/contract/moderation'
import type { AuditQuery, MemberSearchQuery } from '@rootsquare/contract/moderation'
import { keepPreviousData, queryOptions, skipToken, useQuery, type QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'

/** All lists share one root, because an action in one list changes what the others show. */
export const moderationKeys = {
  all: ['moderation'] as const,
  reports: ['moderation', 'reports'] as const,
}

export function reloadModeration(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: moderationKeys.all })
}

// The previous page of a list is shown while the next one loads.

export function foundMembersOf(query: MemberSearchQuery) {
  return queryOptions({
    queryKey: [...moderationKeys.all, 'users', query],
    queryFn: async ({ signal }) => (await call(listUsers, { query, signal })).data,
    placeholderData: keepPreviousData,
  })
}

export function suspendedOf(query: MemberSearchQuery) {
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

/** Returns the username of a member in a filter, from a row if possible. Undefined for erased members. */
export function useUsername(id: number | undefined, known: string | null | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: [...moderationKeys.all, 'username', id],
    queryFn:
      id === undefined || known
        ? skipToken
        : async ({ signal }) => (await call(getProfile, { params: { id }, signal })).data.username,
    staleTime: Infinity,
    retry: false,
  })
  return known ?? data
}
