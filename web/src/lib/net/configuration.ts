import { getConfig } from '@rootsquare/contract/product'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'

/** What the server tells of itself, such as where files go, does not change while it runs. */
export function configuration() {
  return queryOptions({
    queryKey: ['config'],
    queryFn: async ({ signal }) => (await call(getConfig, { signal })).data,
    staleTime: Infinity,
  })
}
