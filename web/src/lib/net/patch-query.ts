import { replaceEqualDeep, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** A reply that is still loading may be older than the change and would undo it, so it is made again afterwards. */
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
    // Without a reply there is nothing to change, and another load would only delay the error.
    if (!isGone && query.state.data !== undefined) change()
  })
}

/**
 * Changes loaded data without making it count as fresh. What stays the same is not written: a component that patches in an
 * effect would render for ever while the data is being loaded again.
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
