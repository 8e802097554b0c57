import { getConfig } from '@rootsquare/contract/product'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'

/** Does not change while the server runs. */
export function configuration() {
  return queryOptions({
    queryKey: ['config'],
    meta: { saved: 'part' },
    queryFn: async ({ signal }) => (await call(getConfig, { signal })).data,
    staleTime: Infinity,
  })
}
