import { QueryClient } from '@tanstack/react-query'
import { isRetryable, retryDelay } from '#web/lib/net/call.ts'
import { isOffline } from '#web/lib/net/wait.ts'

const retries = 2

const isWorthRetrying = (count: number, failure: Error) =>
  count < retries && !isOffline() && isRetryable(failure)

/** What failed while there was no connection is loaded by itself; what is shown does not move. */
const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error'

// Always: without a connection a call must fail with the text of the spec instead of waiting silently.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: isWorthRetrying,
      retryDelay,
      refetchOnReconnect: hasFailed,
      staleTime: 30_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
