import { maxNewPosts } from '@rootsquare/contract/posts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useRef, useState } from 'react'
import { newerThan, newestDownTo } from '#web/features/posts/api.ts'
import {
  scrollToPosts,
  postAnchorsIn,
  rowOfPost,
  type PostAnchor,
} from '#web/features/posts/feed/feed-scroller.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { ownPostsOnTop, withFreshPages, type FeedData } from '#web/entities/posts/post-cache.ts'
import { feedErrorText } from '#web/features/posts/feed/use-feed.ts'
import { pinWhileSettling, type FeedList } from '#web/features/posts/feed/use-feed-position.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { useShortcuts } from '#web/lib/navigation/shortcuts.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { useServerMutation } from '#web/lib/net/use-server-mutation.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './feed.module.css'

const pillClass = `plain-control flex-row text-s touch strong full-radius ${classes.pill}`

type NewPostsProps = {
  data: FeedData
  knownAt: number
  feedList: FeedList
  /** Moves the focus to a post as soon as it is shown. */
  onNewest: (id: number) => void
}

/** Counts new posts instead of moving the feed under the reader. */
export function NewPosts({ data, knownAt, feedList, onNewest }: NewPostsProps) {
  const router = useRouter()
  const count = useCount(data, knownAt)
  const [before, setBefore] = useState<PostAnchor[] | null>(null)
  const show = useShowNewPosts(data, count, (newest, isClosed) => {
    const position = feedList.list.current && postAnchorsIn(feedList.list.current, feedList.isPanel)
    setBefore((current) => (isClosed ? (current ?? position) : null))
    onNewest(newest)
  })
  useShortcuts([{ keys: '.', does: 'Load new posts', run: show.run, when: () => count > 0 }])
  useWhenPassed(before, feedList, () => setBefore(null))

  function goBack(): void {
    const rows = feedList.list.current
    setBefore(null)
    if (before === null || rows === null) return
    scrollToPosts(rows, before, feedList.isPanel)?.focus({ preventScroll: true })
    pinWhileSettling(router, rows, () => void scrollToPosts(rows, before, feedList.isPanel))
  }

  return (
    <div className={classes.pills}>
      {count > 0 && (
        <button
          type="button"
          className={pillClass}
          aria-disabled={show.isBusy || undefined}
          onClick={show.run}
        >
          <Icon of={ArrowUp} size="s" />
          {countText(count)}
        </button>
      )}
      {count === 0 && before !== null && (
        <button type="button" className={pillClass} data-back onClick={goBack}>
          <Icon of={ArrowDown} size="s" />
          Back to where you were
        </button>
      )}
    </div>
  )
}

function useCount(data: FeedData, knownAt: number): number {
  const queryClient = useQueryClient()
  const cursor = data.pages[0]?.newestCursor ?? ''
  const announcedAt = queryClient.getQueryData<number>(postKeys.announced()) ?? 0
  // Posts announced while another page was open are counted at once.
  const { data: newer, refetch } = useQuery(newerThan(cursor, announcedAt > knownAt ? 0 : knownAt))
  const count = Math.max(0, newer - ownPostsOnTop(data))
  const announced = useRef(0)
  useEffect(() => {
    // The query cache notices tabs that become visible, but not windows.
    const onFocus = () => void refetch()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [refetch])
  useEffect(() => {
    // Only the first count is announced, because a growing number would be read out every minute.
    if (count > 0 && announced.current === 0) announce('live-polite', countText(count))
    announced.current = count
  }, [count])
  return count
}

type OnShown = (newest: number, isClosed: boolean) => void

function useShowNewPosts(data: FeedData, count: number, onShown: OnShown) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useServerMutation({
    mutationFn: () => newestDownTo(data, count),
    onSuccess: ({ fresh, isClosed }) => {
      const newest = fresh.pages[0]?.content[0]
      if (newest !== undefined) onShown(newest.id, isClosed)
      queryClient.setQueryData<FeedData>(postKeys.home(), (read) =>
        read && isClosed ? withFreshPages(read, fresh) : fresh,
      )
    },
    onError: (failure) => showSnackbar('error', feedErrorText(failure)),
  })
  return {
    isBusy: isPending,
    run() {
      if (!isPending) mutate()
    },
  }
}

/** Calls `onPassed` when the reader has scrolled to the old position and no longer needs a button to it. */
function useWhenPassed(before: PostAnchor[] | null, { list }: FeedList, onPassed: () => void): void {
  useEffect(() => {
    const id = before?.[0]?.id
    if (id === undefined) return
    const onScroll = () => {
      const row = list.current && rowOfPost(list.current, id)
      if (row && row.getBoundingClientRect().top < window.innerHeight / 2) onPassed()
    }
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', onScroll, true)
  })
}

function countText(count: number): string {
  return count < maxNewPosts ? quantityText(count, 'new post') : `${maxNewPosts}+ new posts`
}
