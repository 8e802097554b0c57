import { QueryClient } from '@tanstack/react-query'
import { isLost } from '#web/lib/net/call.ts'

const retries = 2

const isWorthRetrying = (count: number, failure: Error) => count < retries && isLost(failure)

// Always: while offline a call fails with the spec's sentence instead of waiting without a word.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 30_000 },
    mutations: { networkMode: 'always', retry: false },
  },
})
