import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { scrollerOf } from '#web/features/posts/feed/feed-scroller.ts'
import { feedErrorText, type LoadedFeed } from '#web/features/posts/feed/use-feed.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import classes from './feed.module.css'

type FeedEndProps = { feed: LoadedFeed; isPanel: boolean; onTop: () => void }

const nearness = '50px'
/** With at most this many posts the top is near, so no button leads there. */
const fewPosts = 10

/** Loads more when the end is near. The button is for those who reach the end by keyboard. */
export function FeedEnd({ feed, isPanel, onTop }: FeedEndProps) {
  const { cursor, hasFailed, isLoadingMore, loadMore } = feed
  const mark = useRef<HTMLDivElement>(null)
  useNearEnd(mark, { cursor: hasFailed || isLoadingMore ? null : cursor, isPanel }, loadMore)
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', loadMore)
    return () => window.removeEventListener('online', loadMore)
  }, [hasFailed, loadMore])

  if (hasFailed) return <ErrorCard text={feedErrorText(feed.failure)} onRetry={loadMore} />
  if (cursor !== null) {
    return (
      <div ref={mark} className={classes.end}>
        <Button variant="outline" isBusy={isLoadingMore} onClick={loadMore}>
          Load more
        </Button>
      </div>
    )
  }
  if (feed.posts.length <= fewPosts) return null
  return <IconButton label="Back to top" className={classes.toTop} onClick={onTop} icon={ArrowUp} />
}

type NearEndOptions = { cursor: string | null; isPanel: boolean }

/** Observes again after each page, because a short page leaves the end in sight and an observer reports only changes. */
function useNearEnd(
  mark: RefObject<HTMLElement | null>,
  { cursor, isPanel }: NearEndOptions,
  onNear: () => void,
): void {
  const onSight = useEffectEvent((entries: IntersectionObserverEntry[]) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) onNear()
  })
  useEffect(() => {
    const element = mark.current
    if (cursor === null || element === null) return
    let stop = () => {}
    const watch = () => {
      stop()
      const observer = new IntersectionObserver((entries) => onSight(entries), {
        root: scrollerOf(element, isPanel),
        rootMargin: nearness,
      })
      observer.observe(element)
      stop = () => observer.disconnect()
    }
    watch()
    // After the screen is turned or resized, another element may scroll.
    window.addEventListener('resize', watch)
    return () => {
      stop()
      window.removeEventListener('resize', watch)
    }
  }, [mark, cursor, isPanel])
}
