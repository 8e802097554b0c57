import { QueryClient } from '@tanstack/react-query'
import { isRetryable, retryDelay } from '#web/lib/net/call.ts'
import { isOffline } from '#web/lib/net/wait.ts'

const retries = 2

const isWorthRetrying = (count: number, failure: Error) =>
  count < retries && !isOffline() && isRetryable(failure)

/** Reloads failed queries when the connection returns, without moving shown content. */
const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error'

// Calls are always sent: offline they must fail with the text of the spec instead of waiting silently.
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
