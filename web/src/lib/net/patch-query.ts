import { replaceEqualDeep, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** Makes a change now, and again after loading, because a reply under way may be older and would undo it. */
export function nowAndAfterLoading(queryClient: QueryClient, queryKey: QueryKey, change: () => void): void {
  const query = queryClient.getQueryCache().find({ queryKey })
  const isLoading = query?.state.fetchStatus === 'fetching'
  change()
  if (query && isLoading) afterLoading(queryClient, query, change)
}

export function afterLoading(queryClient: QueryClient, query: Query, change: () => void): void {
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.query !== query) return
    const isGone = event.type === 'removed'
    if (!isGone && query.state.fetchStatus === 'fetching') return
    stop()
    // Without a reply there is nothing to change, and reloading would only delay the error.
    if (!isGone && query.state.data !== undefined) change()
  })
}

/**
 * Changes loaded data without marking it as fresh. Equal data is not written: a component that patches in an
 * effect would render endlessly while the data is being reloaded.
 */
export function patchQuery<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): void {
  const query = queryClient.getQueryCache().find({ queryKey })
  const before = queryClient.getQueryData<Data>(queryKey)
  if (!query || before === undefined) return
  const changed = replaceEqualDeep(before, change(before))
  if (changed === before) return
  const { isInvalidated, dataUpdatedAt: updatedAt } = query.state
  queryClient.setQueryData<Data>(queryKey, changed, { updatedAt })
  if (isInvalidated) query.invalidate()
}
