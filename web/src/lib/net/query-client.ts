import { QueryClient } from '@tanstack/react-query'
import { isRetryable, retryDelay } from '#web/lib/net/call.ts'
import { isOffline } from '#web/lib/net/wait.ts'
import { currentSession } from '#web/lib/session/session.ts'

const retries = 2

const isWorthRetrying = (count: number, failure: Error) =>
  count < retries && !isOffline() && isRetryable(failure)

/** Reloads failed queries when the connection returns, without moving shown content. */
const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error'

// Calls are always sent: offline they must fail with the text of the spec instead of waiting silently.
export const defaultOptions = {
  queries: {
    networkMode: 'always',
    retry: isWorthRetrying,
    retryDelay,
    refetchOnReconnect: hasFailed,
    staleTime: 30_000,
  },
  mutations: { networkMode: 'always', retry: false },
} as const

const createQueryClient = () => new QueryClient({ defaultOptions })

let memberId: number | null = null
let queryClient = createQueryClient()

/**
 * Returns the query client of the member who is signed in now, or of visitors. Each member gets a new one, so that a
 * late answer to one member never reaches what the next one sees.
 */
export function currentQueryClient(): QueryClient {
  const currentId = currentSession()?.userId ?? null
  if (currentId !== memberId) {
    memberId = currentId
    queryClient = createQueryClient()
  }
  return queryClient
}
