import { getProfile } from '@rootsquare/contract/accounts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { moderationKeys } from '#web/features/moderation/moderation-keys.ts'
import { call } from '#web/lib/net/call.ts'

/** What the member of a filter is called: told by a row, else asked for. Nothing for whoever has left for good. */
export function useUsername(id: number | undefined, told: string | null | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: [...moderationKeys.all, 'username', id],
    queryFn:
      id === undefined || told
        ? skipToken
        : async ({ signal }) => (await call(getProfile, { params: { id }, signal })).data.username,
    staleTime: Infinity,
    retry: false,
  })
  return told ?? data
}
