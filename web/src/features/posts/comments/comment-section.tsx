import type { Post } from '@rootsquare/contract/posts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { CommentBox } from '#web/features/posts/comments/comment-box.tsx'
import { outgoingOf } from '#web/features/posts/comments/comment-outbox.ts'
import type { Outgoing } from '#web/features/posts/comments/comment-outbox.ts'
import { OutgoingRow } from '#web/features/posts/comments/comment-outgoing.tsx'
import type { Writer } from '#web/features/posts/comments/comment-outgoing.tsx'
import { CommentRow } from '#web/features/posts/comments/comment-row.tsx'
import { commentsOf, deletedOf, inOrder, ownCommentsOf } from '#web/features/posts/comments/comments-api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './comments.module.css'

type CommentSectionProps = { post: Post; writer: Writer }

const failed = 'Failed to load comments'

/** The comments on a post, and the field for another one, which stays at the bottom of whatever it stands in. */
export function CommentSection({ post, writer }: CommentSectionProps) {
  const titleId = useId()
  const desk = { memberId: writer.id, postId: post.id }
  const queryClient = useQueryClient()
  const { data: outgoing = [] } = useQuery(outgoingOf(desk))
  const { data: deleted = [] } = useQuery(deletedOf(post.id))
  const comments = useInfiniteQuery(commentsOf(queryClient, post.id))
  const inRow = inOrder(comments.data?.pages ?? [], deleted)
  const known = new Set(inRow.map(({ id }) => id))
  const { data: written = [] } = useQuery(ownCommentsOf(post.id))
  const own = written.filter(({ id }) => !known.has(id))
  const list = useRef<HTMLOListElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const newest = useRef<HTMLOListElement>(null)
  const showSoon = useShowSoon(newest, outgoing)
  const showMore = useMore(list, inRow.length, () => comments.fetchNextPage({ cancelRefetch: false }))
  const isTroubled = comments.isLoadingError || comments.isFetchNextPageError
  useErrorSnackbar(isTroubled, comments.errorUpdateCount)
  const isEmpty = comments.isSuccess && inRow.length + own.length + outgoing.length === 0

  /** The button gives way to what is loading; the focus stays near. */
  function loadAnew(): void {
    title.current?.focus({ preventScroll: true })
    void comments.refetch()
  }

  const rows = (some: typeof inRow) =>
    some.map((comment) => <CommentRow key={comment.id} comment={comment} postId={post.id} />)

  return (
    <>
      <section className={['card', classes.section].join(' ')} aria-labelledby={titleId}>
        <h2 ref={title} id={titleId} className={classes.title} tabIndex={-1}>
          Comments
        </h2>
        {comments.isPending && <CommentsSkeleton />}
        {isEmpty && <p className={classes.quiet}>No comments yet. Be the first to answer.</p>}
        <ol ref={list} className={classes.list} hidden={inRow.length === 0}>
          {rows(inRow)}
        </ol>
        {isTroubled && (
          <div className={classes.more}>
            <div className={classes.trouble}>
              <p>{failed}</p>
              <Button
                look="outline"
                isBusy={comments.isFetching}
                onClick={comments.data === undefined ? loadAnew : showMore}
              >
                Retry
              </Button>
            </div>
          </div>
        )}
        {comments.hasNextPage && !isTroubled && (
          <div className={classes.more}>
            <Button look="outline" isBusy={comments.isFetchingNextPage} onClick={showMore}>
              Show more comments
            </Button>
          </div>
        )}
        <ol ref={newest} className={classes.list} hidden={own.length + outgoing.length === 0}>
          {rows(own)}
          {outgoing.map((one) => (
            <OutgoingRow key={one.key} outgoing={one} desk={desk} writer={writer} />
          ))}
        </ol>
      </section>
      <CommentBox desk={desk} onSend={showSoon} />
    </>
  )
}

/** When the page that was asked for has come, reading goes on at its first comment: the button may be gone by then. */
function useMore(
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

/** What was just sent may stand far below what is being read. */
function useShowSoon(
  list: { current: HTMLElement | null },
  outgoing: readonly Outgoing[],
): (key: string) => void {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (!outgoing.some(({ key }) => key === wanted.current)) return
    wanted.current = null
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const behavior = isStill ? 'instant' : 'smooth'
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest', behavior })
  }, [list, outgoing])
  return (key) => {
    wanted.current = key
  }
}

/** Each time anew. */
function useErrorSnackbar(isTroubled: boolean, failures: number): void {
  useEffect(() => {
    if (isTroubled) showSnackbar('warning', failed)
  }, [isTroubled, failures])
}

/** Some rows of the usual height. */
function CommentsSkeleton() {
  return (
    <div className={classes.list} aria-hidden="true">
      {['first', 'second', 'third'].map((name) => (
        <div key={name} className={classes.row}>
          <span className={classes.ghostAvatar} />
          <span className={classes.ghost} />
        </div>
      ))}
    </div>
  )
}
