import { getProfile } from '@rootsquare/contract/accounts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { moderationKeys } from '#web/features/moderation/moderation-keys.ts'
import { call } from '#web/lib/net/call.ts'

/** The name of a member in a filter: from a row, else loaded. Undefined for a member who is erased. */
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
