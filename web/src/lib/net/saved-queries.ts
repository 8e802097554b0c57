import type { Query, QueryClient } from '@tanstack/react-query'
import { isMissing } from '#web/lib/net/server-message.ts'
import { CallError } from '#web/lib/net/call.ts'
import { isOffline } from '#web/lib/net/wait.ts'
import { readAnswer, writeAnswers, type AnswerToSave, type PageLink } from '#web/lib/storage/saved-answers.ts'

// Loaded after the page on a first visit, and at once when there is something to show.

/** Of a list that loads page by page. */
const savedPages = 3
const writeAfterMs = 1000
/** Data that need not be written, because it was read from the database or written to it. */
const written = new WeakMap<Query, unknown>()
/** Those that were saved with the page that shows them. */
const linked = new WeakSet<Query>()

type Saved = Pick<AnswerToSave, 'json' | 'updatedAt'>
type ShowOptions = { query: Query; memberId: number; answer: Promise<unknown> }

/** Shows what an earlier visit saved until the answer arrives, and if none arrives. Returns the answer. */
export async function withSaved({ query, memberId, answer }: ShowOptions): Promise<unknown> {
  let isAnswered = false
  const reading = readAnswer(memberId, query.queryHash)
    .then((saved) => {
      if (saved !== null && !isAnswered) show(query, saved, isOffline() ? savedPages : 1)
      return saved
    })
    .catch(() => null)
  try {
    const data = await answer
    isAnswered = true
    return data
  } catch (failure) {
    const saved = await reading
    if (isGone(failure)) discard(query, memberId)
    else if (saved !== null && isFromDatabase(query)) show(query, saved, savedPages)
    throw failure
  }
}

function show(query: Query, { json, updatedAt }: Saved, pages: number): void {
  if (query.state.data !== undefined && !isFromDatabase(query)) return
  query.setData(firstPages(JSON.parse(json), pages), { updatedAt, manual: true })
  written.set(query, query.state.data)
  linked.add(query)
}

const isFromDatabase = (query: Query) => written.has(query) && written.get(query) === query.state.data

/** The server no longer shows this to the viewer. */
function discard(query: Query, memberId: number): void {
  void writeAnswers(memberId, new Map([[query.queryHash, null]]))
  if (isFromDatabase(query)) query.setState({ data: undefined, dataUpdatedAt: 0, status: 'pending' })
}

function isGone(failure: unknown): boolean {
  return isMissing(failure) || (failure instanceof CallError && [403, 410].includes(failure.status))
}

/**
 * Saves what the queries with `meta.saved` contain, whether the server sent it or an event or a change has patched it. Waits
 * a moment, and writes at once when the page is left. Returns what stops it.
 */
export function saveQueries(queryClient: QueryClient, memberId: number): () => void {
  const changed = new Map<string, Query | null>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function add(query: Query, isToDelete: boolean): void {
    if (!query.meta?.saved) return
    changed.set(query.queryHash, isToDelete ? null : query)
    timer ??= setTimeout(write, writeAfterMs)
  }

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    const isNew = (query: Query) => !isFromDatabase(query) || (isMain(query) && !linked.has(query))
    const news = [...changed].filter(([, query]) => query === null || isNew(query))
    changed.clear()
    const answers = new Map(news.map(([name, query]) => [name, query && answerOf(query)]))
    if (answers.size > 0) void writeAnswers(memberId, answers)
  }

  const cache = queryClient.getQueryCache()
  for (const query of cache.getAll()) if (query.state.data !== undefined) add(query, false)
  const stopWatching = cache.subscribe((event) => {
    // A page shows again what was saved after it had been left.
    if (event.type === 'observerAdded' && event.query.state.data !== undefined) add(event.query, false)
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'success') add(query, false)
    if (action.type === 'error' && isGone(action.error)) add(query, true)
  })
  const onHidden = () => document.hidden && write()
  document.addEventListener('visibilitychange', onHidden)
  window.addEventListener('pagehide', write)
  return () => {
    clearTimeout(timer)
    stopWatching()
    document.removeEventListener('visibilitychange', onHidden)
    window.removeEventListener('pagehide', write)
  }
}

/** Returns null if there is nothing left to save. */
function answerOf(query: Query): AnswerToSave | null {
  const { data, dataUpdatedAt: updatedAt } = query.state
  if (data === undefined) return null
  written.set(query, data)
  const page = isMain(query) ? pageLink() : null
  if (page !== null) linked.add(query)
  return { json: JSON.stringify(firstPages(data, savedPages)), updatedAt, page }
}

/** Without the name of the site, which ends every title. */
function pageLink(): PageLink {
  return { path: location.pathname, title: document.title.split(' · ').slice(0, -1).join(' · ') }
}

/** Returns whether the current page shows it, and not only the frame around it. */
export function isMain(query: Query): boolean {
  return query.observers.some(({ options }) => options.meta?.saved === 'main')
}

function firstPages(data: unknown, most: number): unknown {
  if (!hasPages(data)) return data
  return { pages: data.pages.slice(0, most), pageParams: data.pageParams.slice(0, most) }
}

function hasPages(data: unknown): data is { pages: unknown[]; pageParams: unknown[] } {
  if (typeof data !== 'object' || data === null || !('pages' in data && 'pageParams' in data)) return false
  return Array.isArray(data.pages) && Array.isArray(data.pageParams)
}
