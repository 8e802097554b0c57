import type { Post } from '@rootsquare/contract/posts'
import { memo, useEffect, useState, type RefObject } from 'react'
import { PostCard } from '#web/features/posts/card/post-card.tsx'
import { postIdOf, postRowsOf, scrollerOf } from '#web/features/posts/feed/feed-scroller.ts'
import { firstInSight } from '#web/lib/navigation/scroll-anchor.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import classes from './feed.module.css'

type FeedRowsProps = { posts: Post[]; list: RefObject<HTMLElement | null>; isPanel: boolean }

/** Renders each post as an article that can have the focus. `aria-setsize` is unknown, since pages load one by one. */
export function FeedRows({ posts, list, isPanel }: FeedRowsProps) {
  const { from, to, heights, focused } = useNearRows(list, isPanel, posts.length)
  const lead = posts.slice(0, maxLeadPosition).find(({ postImageDTO }) => postImageDTO.length > 0)
  return (
    <ListRows of={posts} rowKey={({ id }) => id} as="article">
      {(post, at) => {
        const height = heights.get(post.id)
        const isFar = height !== undefined && (at < from || at >= to) && post.id !== focused
        return isFar ? (
          <FarRow post={post} at={at} height={height} />
        ) : (
          <Row post={post} at={at} height={height} isLead={post === lead} />
        )
      }}
    </ListRows>
  )
}

/** Pictures of later posts are out of sight at first, so they need not load early. */
const maxLeadPosition = 2

type RowProps = { post: Post; at: number; height: number | undefined; isLead: boolean }

const Row = memo(function Row({ post, at, height, isLead }: RowProps) {
  // The row keeps its height, so that nothing jumps when it is rendered again.
  const style = height === undefined ? {} : { containIntrinsicSize: `auto ${height}px` }
  return (
    <PostCard
      post={post}
      isWhole={false}
      isLead={isLead}
      row={{ ...rowProps(post, at), style, className: `inner-ring ${classes.row}` }}
    />
  )
})

function FarRow({ post, at, height }: { post: Post; at: number; height: number }) {
  return (
    <article
      {...rowProps(post, at)}
      className={`card-box ${classes.far}`}
      style={{ height }}
      aria-label={nameOf(post)}
    />
  )
}

function rowProps(post: Post, at: number) {
  return {
    'data-post': post.id,
    'data-author': post.userId,
    tabIndex: 0,
    'aria-posinset': at + 1,
    'aria-setsize': -1,
  }
}

/** `heights` are without the border. */
type NearRows = { from: number; to: number; heights: ReadonlyMap<number, number>; focused: number | null }

const maxRendered = 200
const margin = 40
const allRows: NearRows = { from: 0, to: Infinity, heights: new Map(), focused: null }

/** Returns the rows around the reader. In a long feed only these are rendered; the others have a height and a name. */
function useNearRows(list: RefObject<HTMLElement | null>, isPanel: boolean, count: number): NearRows {
  const [near, setNear] = useState(allRows)
  useEffect(() => {
    if (count <= maxRendered) return
    const update = () =>
      setNear((before) => (list.current === null ? before : rowsAround(list.current, isPanel, before)))
    let frame = 0
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(update)
    }
    onScroll()
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', onScroll, true)
    }
  }, [list, isPanel, count])
  return count <= maxRendered ? allRows : near
}

function rowsAround(list: HTMLElement, isPanel: boolean, before: NearRows): NearRows {
  const rows = postRowsOf(list)
  const first = firstInSight(rows, scrollerOf(list, isPanel))
  const isInside = (first - before.from > margin || before.from === 0) && before.to - first > margin
  if (first === -1 || (isInside && before.to < Infinity)) return before
  const focused = document.activeElement?.closest<HTMLElement>('[data-post]')
  return {
    from: Math.max(0, first - maxRendered / 2),
    to: first + maxRendered / 2,
    heights: new Map(rows.map((row) => [postIdOf(row), row.clientHeight])),
    focused: focused ? postIdOf(focused) : null,
  }
}
