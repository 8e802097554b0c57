import { startTransition, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { homePosts, type FeedSource } from '#web/features/posts/api.ts'
import { FeedEnd } from '#web/features/posts/feed/feed-end.tsx'
import { useFeedKeys } from '#web/features/posts/feed/feed-keys.ts'
import { NewPosts } from '#web/features/posts/feed/new-posts.tsx'
import { FeedRows } from '#web/features/posts/feed/feed-rows.tsx'
import { focusRow, scrollToTop, rowOfPost, postRowsOf } from '#web/features/posts/feed/feed-scroller.ts'
import { feedErrorText, useFeed } from '#web/features/posts/feed/use-feed.ts'
import { useFeedPosition, useSavedPosition } from '#web/features/posts/feed/use-feed-position.ts'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import classes from './feed.module.css'

type FeedProps = {
  source: FeedSource
  /** Whether the feed is inside a box that may scroll by itself. Otherwise the page scrolls. */
  isPanel?: boolean
  /** The card that is shown in an empty feed. */
  whenEmpty: ReactNode
}

/** A phone shows less than two posts, and a desktop three. */
const inSight = 3

export function Feed(props: FeedProps) {
  return <NamedFeed key={props.source.name} {...props} />
}

function NamedFeed({ source, isPanel = false, whenEmpty }: FeedProps) {
  const { name } = source
  const list = useRef<HTMLElement>(null)
  const position = useSavedPosition(name)
  const feed = useFeed(source, position !== null && position.anchors.length > 0)
  const isWaiting = useFeedPosition(position, feed, { list, isPanel, name })
  const focusWhenShown = useFocusWhenShown(list)
  const areAllShown = useShowAll(position !== null, feed.posts.length > 0)
  useFeedKeys(list, isPanel)

  function reloadFromTop(): void {
    const rows = list.current
    if (rows === null) return
    scrollToTop(rows, isPanel)
    postRowsOf(rows)[0]?.focus({ preventScroll: true })
    feed.reload.mutate()
  }

  const { data, posts, query } = feed
  if (query.isPending || isWaiting) return <FeedSkeleton />
  if (data === undefined) {
    return <ErrorCard text={feedErrorText(query.error)} onRetry={() => void query.refetch()} />
  }
  return (
    <div className={classes.feed} data-panel={isPanel || undefined}>
      {source === homePosts && (
        <NewPosts
          data={data}
          knownAt={query.dataUpdatedAt}
          feedList={{ list, isPanel, name }}
          onNewest={focusWhenShown}
        />
      )}
      {posts.length === 0 && whenEmpty}
      {posts.length > 0 && (
        <section
          ref={list}
          role="feed"
          aria-label="Posts"
          aria-busy={feed.isLoadingMore || feed.reload.isPending}
          className={classes.rows}
        >
          <FeedRows posts={areAllShown ? posts : posts.slice(0, inSight)} list={list} isPanel={isPanel} />
        </section>
      )}
      {areAllShown && <FeedEnd feed={feed} isPanel={isPanel} onTop={reloadFromTop} />}
    </div>
  )
}

/**
 * Returns false at first, so that the posts in sight are painted before the others are rendered, which takes a cheap
 * phone more than a second. A return to a saved position needs all posts at once.
 */
function useShowAll(isReturning: boolean, hasPosts: boolean): boolean {
  const [areAllShown, setAllShown] = useState(isReturning)
  useEffect(() => {
    if (hasPosts) startTransition(() => setAllShown(true))
  }, [hasPosts])
  return areAllShown || !hasPosts
}

/** Focuses a post once it is rendered, which happens a moment after it was fetched. */
function useFocusWhenShown(list: RefObject<HTMLElement | null>): (id: number) => void {
  const wantedId = useRef<number | null>(null)
  useEffect(() => {
    if (wantedId.current === null || list.current === null) return
    const row = rowOfPost(list.current, wantedId.current)
    if (row === null) return
    wantedId.current = null
    focusRow(row)
  })
  return (id) => {
    wantedId.current = id
  }
}

/** Has cards of the expected size, so that little moves when the feed arrives. */
function FeedSkeleton() {
  return (
    <div className={classes.rows} aria-busy="true">
      <p className="sr-only">Loading posts</p>
      {['first', 'second'].map((name) => (
        <div
          key={name}
          className={`card-box stack gap-s ${classes.ghost} content-top padded`}
          aria-hidden="true"
        >
          <div className="flex-row gap-s">
            <span className="ghost-box circle-44" />
            <span className="stack gap-s grow">
              <span className={`ghost-box ${classes.line}`} />
              <span className={`ghost-box ${classes.line}`} />
            </span>
          </div>
          <span className={`ghost-box ${classes.line}`} />
          <span className={`ghost-box ${classes.line}`} />
          <span className={`ghost-box ${classes.picture}`} />
        </div>
      ))}
    </div>
  )
}
