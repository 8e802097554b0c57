import { QueryClient, type Query } from '@tanstack/react-query'
import { isRetryable, retryDelay } from '#web/lib/net/call.ts'
import { isOffline } from '#web/lib/net/wait.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { hasAnswers } from '#web/lib/storage/answers-exist.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * Saves the answer in the database of the member, who can read it without a connection; nothing else is saved. The page
       * says how old its main content is. Not for pages of staff, payments, bank accounts and secrets (decision 56).
       */
      saved?: 'main' | 'part'
    }
  }
}

const retries = 2

const isWorthRetrying = (count: number, failure: Error) =>
  count < retries && !isOffline() && isRetryable(failure)

/** Reloads failed queries when the connection returns, without moving shown content. */
const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error'

/** Shows what an earlier visit saved while the answer is on its way. */
async function persister<Context>(
  queryFn: (context: Context) => unknown,
  context: Context,
  query: Query,
): Promise<unknown> {
  const memberId = currentSession()?.userId
  const answer = Promise.resolve(queryFn(context))
  const isUnknown = query.meta?.saved && query.state.data === undefined
  if (!isUnknown || memberId === undefined || !hasAnswers(memberId)) return answer
  // It may fail before the code is there.
  answer.catch(() => {})
  const code = await import('#web/lib/net/saved-queries.ts').catch(() => null)
  return code === null ? answer : code.withSaved({ query, memberId, answer })
}

// Calls are always sent: offline they must fail with the text of the spec instead of waiting silently.
export const defaultOptions = {
  queries: {
    networkMode: 'always',
    retry: isWorthRetrying,
    retryDelay,
    refetchOnReconnect: hasFailed,
    staleTime: 30_000,
    persister,
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
