import { countQueues, type Queues } from '@rootsquare/contract/moderation'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/net/call.ts'

/** How much waits for staff. Other admins work on it too, so it is loaded whenever it is shown. */
export function queueCounts() {
  return queryOptions({
    queryKey: ['staff-queues'] as const,
    queryFn: async ({ signal }) => (await call(countQueues, { signal })).data,
    staleTime: 0,
  })
}

/** The pages where it is dealt with. */
export const queuesOfPage: Record<string, (keyof Queues)[]> = {
  '/admin-submissions': ['items', 'proposals'],
  '/reported-posts': ['cases'],
  '/suspended-users': ['appeals'],
  '/admin-orders': ['refunds'],
  '/admin-disputes': ['disputes'],
  '/held-payments': ['held'],
}
