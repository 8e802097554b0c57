import type { QueryClient } from '@tanstack/react-query'
import { postKeys } from '#web/entities/posts/post-cache.ts'

/** Many posts may come at once, each with an event; they are counted together. */
const minIntervalMs = 3000

type LastRequest = { at: number; timer?: ReturnType<typeof setTimeout> | undefined }
const lastRequests = new WeakMap<QueryClient, LastRequest>()

/** The server has something new for the home feed: where the feed is shown, it is asked how many posts. */
export function askForNewPosts(queryClient: QueryClient): void {
  const last: LastRequest = lastRequests.get(queryClient) ?? { at: -minIntervalMs }
  lastRequests.set(queryClient, last)
  queryClient.setQueryData(postKeys.announced(), Date.now())
  last.timer ??= setTimeout(
    () => {
      last.timer = undefined
      // The member has signed out meanwhile, which empties the cache.
      if (queryClient.getQueryData(postKeys.announced()) === undefined) return
      last.at = performance.now()
      void queryClient.invalidateQueries({ queryKey: postKeys.newer() })
    },
    Math.max(0, last.at + minIntervalMs - performance.now()),
  )
}
