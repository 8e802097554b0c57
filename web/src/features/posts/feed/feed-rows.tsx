import type { Post } from '@rootsquare/contract/posts'
import { memo } from 'react'
import type { RefObject } from 'react'
import { PostCard } from '#web/features/posts/card/post-card.tsx'
import { useNear } from '#web/features/posts/feed/use-near.ts'
import { nameOf } from '#web/lib/format/names.ts'
import classes from './feed.module.css'

type FeedRowsProps = { posts: Post[]; list: RefObject<HTMLElement | null>; isPanel: boolean }

/** Each is an article that can have the focus; `aria-setsize` is unknown, since pages are loaded one by one. */
export function FeedRows({ posts, list, isPanel }: FeedRowsProps) {
  const { from, to, heights, focused } = useNear(list, isPanel, posts.length)
  return posts.map((post, at) => {
    const height = heights.get(post.id)
    const isFar = height !== undefined && (at < from || at >= to) && post.id !== focused
    return isFar ? (
      <FarRow key={post.id} post={post} at={at} height={height} />
    ) : (
      <Row key={post.id} post={post} at={at} height={height} />
    )
  })
}

type RowProps = { post: Post; at: number; height: number | undefined }

const Row = memo(function Row({ post, at, height }: RowProps) {
  // As tall as it was before, so that nothing jumps when it is rendered again.
  const style = height === undefined ? {} : { containIntrinsicSize: `auto ${height}px` }
  return (
    <PostCard post={post} isWhole={false} row={{ ...placeOf(post, at), style, className: classes.row }} />
  )
})

function FarRow({ post, at, height }: { post: Post; at: number; height: number }) {
  return (
    <article
      {...placeOf(post, at)}
      className={`card ${classes.far}`}
      style={{ containIntrinsicSize: `auto ${height}px` }}
      aria-label={nameOf(post)}
    />
  )
}

function placeOf(post: Post, at: number) {
  return {
    'data-post': post.id,
    'data-author': post.userId,
    tabIndex: 0,
    'aria-posinset': at + 1,
    'aria-setsize': -1,
  }
}
