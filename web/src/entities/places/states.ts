import { listLgas, listStates } from '@rootsquare/contract/addresses'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'

export function allStates() {
  return queryOptions({
    queryKey: ['states'] as const,
    queryFn: async ({ signal }) => (await call(listStates, { signal })).data,
    staleTime: Infinity,
  })
}

export function lgasOf(stateCode: string) {
  return queryOptions({
    queryKey: ['lgas', stateCode] as const,
    queryFn: async ({ signal }) => (await call(listLgas, { params: { id: stateCode }, signal })).data,
    staleTime: Infinity,
    enabled: stateCode !== '',
  })
}

/** Returns the names of these codes in their order; empty until the names have loaded. */
export function useStateNames(codes: string[]): string[] {
  const { data: states = [] } = useQuery({ ...allStates(), enabled: codes.length > 0 })
  return codes.flatMap((code) => states.find((state) => state.code === code)?.name ?? [])
}
