import { QueryClient } from '@tanstack/react-query'
import { isRetryable } from '#web/lib/net/call.ts'

const retries = 2

const isWorthRetrying = (count: number, failure: Error) => count < retries && isRetryable(failure)

// Always: without a connection a call must fail with the text of the spec instead of waiting silently.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 30_000 },
    mutations: { networkMode: 'always', retry: false },
  },
})
