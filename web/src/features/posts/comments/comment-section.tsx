import type { Post } from '@rootsquare/contract/posts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { CommentBox, commentOutbox } from '#web/features/posts/comments/comment-box.tsx'
import { CommentRow, PendingCommentRow } from '#web/features/posts/comments/comment-row.tsx'
import type { Writer } from '#web/features/posts/comments/comment-row.tsx'
import { commentsOf, deletedOf, inOrder, ownCommentsOf } from '#web/features/posts/comments/comments-api.ts'
import { outboxQuery } from '#web/lib/storage/outbox.ts'
import type { OutboxEntry } from '#web/lib/storage/outbox.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './comments.module.css'

type CommentSectionProps = { post: Post; writer: Writer }

const failedText = 'Failed to load comments'
const listClass = `stack gap-14 ${classes.list}`

/** The comments on a post, and the field for another one, which stays at the bottom of the screen. */
export function CommentSection({ post, writer }: CommentSectionProps) {
  const titleId = useId()
  const outbox = commentOutbox(writer.id, post.id)
  const queryClient = useQueryClient()
  const { data: pending = [] } = useQuery(outboxQuery(outbox))
  const { data: deleted = [] } = useQuery(deletedOf(post.id))
  const comments = useInfiniteQuery(commentsOf(queryClient, post.id))
  const loaded = inOrder(comments.data?.pages ?? [], deleted)
  const known = new Set(loaded.map(({ id }) => id))
  const { data: written = [] } = useQuery(ownCommentsOf(post.id))
  const own = written.filter(({ id }) => !known.has(id))
  const list = useRef<HTMLOListElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const newest = useRef<HTMLOListElement>(null)
  const scrollToSent = useScrollToSent(newest, pending)
  const loadMore = useLoadMore(list, loaded.length, () => comments.fetchNextPage({ cancelRefetch: false }))
  const hasFailed = comments.isLoadingError || comments.isFetchNextPageError
  useErrorSnackbar(hasFailed, comments.errorUpdateCount)
  const isEmpty = comments.isSuccess && loaded.length + own.length + pending.length === 0

  /** The button disappears while the comments load, so the focus moves to the heading. */
  function reload(): void {
    title.current?.focus({ preventScroll: true })
    void comments.refetch()
  }

  const rows = (some: typeof loaded) =>
    some.map((comment) => <CommentRow key={comment.id} comment={comment} postId={post.id} />)

  return (
    <>
      <section className={['card', classes.section].join(' ')} aria-labelledby={titleId}>
        <h2 ref={title} id={titleId} className={classes.title} tabIndex={-1}>
          Comments
        </h2>
        {comments.isPending && <CommentsSkeleton />}
        {isEmpty && <p className={`muted ${classes.quiet}`}>No comments yet. Be the first to answer.</p>}
        {loaded.length > 0 && (
          <ol ref={list} className={listClass}>
            {rows(loaded)}
          </ol>
        )}
        {hasFailed && (
          <div className={['row wrap note', classes.error, classes.more].join(' ')}>
            <p>{failedText}</p>
            <Button
              variant="outline"
              isBusy={comments.isFetching}
              onClick={comments.data === undefined ? reload : loadMore}
            >
              Retry
            </Button>
          </div>
        )}
        {comments.hasNextPage && !hasFailed && (
          <div className={classes.more}>
            <Button variant="outline" isBusy={comments.isFetchingNextPage} onClick={loadMore}>
              Show more comments
            </Button>
          </div>
        )}
        {own.length + pending.length > 0 && (
          <ol ref={newest} className={listClass}>
            {rows(own)}
            {pending.map((one) => (
              <PendingCommentRow key={one.id} entry={one} outbox={outbox} writer={writer} />
            ))}
          </ol>
        )}
      </section>
      <CommentBox outbox={outbox} onSend={scrollToSent} />
    </>
  )
}

/** Moves the focus to the first new comment: the button may be gone when the page has come. */
function useLoadMore(
  list: { current: HTMLElement | null },
  count: number,
  fetchMore: () => Promise<unknown>,
): () => void {
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || count <= from.current) return
    const row = list.current?.children[from.current]
    from.current = null
    row?.querySelector<HTMLElement>(':scope a:not([tabindex])')?.focus({ preventScroll: true })
  }, [list, count])
  return () => {
    from.current = count
    void fetchMore()
  }
}

/** A comment that was just sent may be far below what is being read. */
function useScrollToSent(
  list: { current: HTMLElement | null },
  pending: readonly OutboxEntry[],
): (id: string) => void {
  const sentId = useRef<string | null>(null)
  useEffect(() => {
    if (!pending.some(({ id }) => id === sentId.current)) return
    sentId.current = null
    const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const behavior = isMotionReduced ? 'instant' : 'smooth'
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest', behavior })
  }, [list, pending])
  return (id) => {
    sentId.current = id
  }
}

/** By the count of failures, since the same error may come twice. */
function useErrorSnackbar(hasFailed: boolean, failures: number): void {
  useEffect(() => {
    if (hasFailed) showSnackbar('warning', failedText)
  }, [hasFailed, failures])
}

function CommentsSkeleton() {
  return (
    <div className={listClass} aria-hidden="true">
      {['first', 'second', 'third'].map((name) => (
        <div key={name} className="row gap-10">
          <span className={`rigid ${classes.ghostAvatar}`} />
          <span className={`grow ${classes.ghost}`} />
        </div>
      ))}
    </div>
  )
}
