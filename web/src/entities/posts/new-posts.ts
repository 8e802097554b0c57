import type { QueryClient } from '@tanstack/react-query'
import { postKeys } from '#web/entities/posts/post-keys.ts'

/** Many posts may arrive at once, each with an event, so they are counted together. */
const minIntervalMs = 3000

type LastRequest = { at: number; timer?: ReturnType<typeof setTimeout> | undefined }
const lastRequests = new WeakMap<QueryClient, LastRequest>()

/** Requests the number of new posts if the home feed is shown. Called when the server announces new posts. */
export function requestNewPostCount(queryClient: QueryClient): void {
  const last: LastRequest = lastRequests.get(queryClient) ?? { at: -minIntervalMs }
  lastRequests.set(queryClient, last)
  queryClient.setQueryData(postKeys.announced(), Date.now())
  last.timer ??= setTimeout(
    () => {
      last.timer = undefined
      last.at = performance.now()
      void queryClient.invalidateQueries({ queryKey: postKeys.newer() })
    },
    Math.max(0, last.at + minIntervalMs - performance.now()),
  )
}
