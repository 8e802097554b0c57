import { QueryClient } from '@tanstack/react-query'
import { CallFailure } from '#web/lib/call.ts'

const retries = 2

/** A refusal stays a refusal; only a lost or broken answer is worth asking again. */
function isWorthRetrying(count: number, failure: Error): boolean {
  if (count >= retries || !(failure instanceof CallFailure)) return false
  return failure.status === 0 || failure.status >= 500
}

// Always: while offline a call fails with the spec's sentence instead of waiting without a word.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 30_000 },
    mutations: { networkMode: 'always', retry: false },
  },
})
