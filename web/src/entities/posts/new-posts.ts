import type { QueryClient } from '@tanstack/react-query'
import { postKeys } from '#web/entities/posts/post-cache.ts'

/** Many posts may come at once, each with an event; they are counted together. */
const leastMs = 3000

type Asked = { at: number; timer?: ReturnType<typeof setTimeout> | undefined }
const askedBy = new WeakMap<QueryClient, Asked>()

/** The server has something new for the home feed: where the feed is shown, it is asked how many posts. */
export function askForNewPosts(queryClient: QueryClient): void {
  const asked: Asked = askedBy.get(queryClient) ?? { at: -leastMs }
  askedBy.set(queryClient, asked)
  queryClient.setQueryData(postKeys.announced(), Date.now())
  asked.timer ??= setTimeout(
    () => {
      asked.timer = undefined
      // The member has signed out meanwhile, which empties the cache.
      if (queryClient.getQueryData(postKeys.announced()) === undefined) return
      asked.at = performance.now()
      void queryClient.invalidateQueries({ queryKey: postKeys.newer() })
    },
    Math.max(0, asked.at + leastMs - performance.now()),
  )
}
