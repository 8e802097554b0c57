import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { accountKeys } from '#web/features/accounts/api.ts'
import { peopleKeys } from '#web/features/people/api.ts'
import { postsOf } from '#web/features/posts/post-cache.ts'
import type { FeedData } from '#web/features/posts/post-cache.ts'

type Counted = { pages: number; own: number }

/** Whoever writes or deletes a post in the list sees it in the count beside it. */
export function usePostCount(memberId: number, data: FeedData | undefined): void {
  const queryClient = useQueryClient()
  const before = useRef<Counted>(undefined)
  useEffect(() => {
    if (data === undefined) return
    const now = countedIn(data, memberId)
    const last = before.current
    before.current = now
    // Another page brings own posts that are counted already.
    if (last === undefined || last.pages !== now.pages || last.own === now.own) return
    void queryClient.invalidateQueries({ queryKey: accountKeys.profile(memberId) })
    void queryClient.invalidateQueries({ queryKey: peopleKeys.named })
  }, [queryClient, memberId, data])
}

/** Posts put on top by hand stand in a page of their own, whose number is none the server gives. */
function countedIn(data: FeedData, memberId: number): Counted {
  return {
    pages: data.pages.filter(({ number }) => number >= 0).length,
    own: postsOf(data).filter(({ userId }) => userId === memberId).length,
  }
}
