import type { QueryClient } from '@tanstack/react-query'
import { postKeys } from '#web/entities/posts/post-cache.ts'

/** Many posts may come at once, each with an event; they are counted together. */
const leastMs = 3000

let askedAt = -leastMs
let timer: ReturnType<typeof setTimeout> | undefined

/** The server has something new for the home feed: where the feed is shown, it is asked how many posts. */
export function askForNewPosts(queryClient: QueryClient): void {
  queryClient.setQueryData(postKeys.announced(), Date.now())
  timer ??= setTimeout(
    () => {
      timer = undefined
      askedAt = performance.now()
      void queryClient.invalidateQueries({ queryKey: postKeys.newer() })
    },
    Math.max(0, askedAt + leastMs - performance.now()),
  )
}
