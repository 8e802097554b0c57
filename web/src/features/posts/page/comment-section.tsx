import type { Comment, Post } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { CommentBox } from '#web/features/posts/comments/comment-box.tsx'
import { oldestFirst } from '#web/features/posts/comments/comment-cache.ts'
import { commentOutbox, replyIn, sendComments } from '#web/features/posts/comments/add-comment.ts'
import { CommentThread } from '#web/features/posts/comments/comment-thread.tsx'
import { useOpenAtComments } from '#web/features/posts/page/use-open-at-comments.ts'
import { HeldReplies } from '#web/features/posts/page/held-replies.tsx'
import { PendingCommentRow, type Writer } from '#web/features/posts/comments/pending-comment-row.tsx'
import { useLinkedThread } from '#web/features/posts/comments/use-linked-comment.ts'
import { splitOwnComments, useThread, type LoadedThread } from '#web/features/posts/comments/use-thread.ts'
import type { MentionSources } from '#web/entities/mentions/mention-options.ts'
import { useOutbox, type OutboxEntry } from '#web/lib/storage/outbox.ts'
import { useSendWaiting } from '#web/lib/storage/use-send-waiting.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { findLast } from '#web/lib/browser/lists.ts'
import classes from '#web/features/posts/comments/comments.module.css'

type CommentSectionProps = { post: Post; writer: Writer; linkedId: number | null }
/** `isChanged` is set once the member has chosen what to write, so that the field takes the focus. */
type Writing = { answered: Comment | null; isChanged: boolean }

const failedText = 'Failed to load comments'
const listClass = `stack gap-s plain-list ${classes.list}`

/** Lists the comments on a post, with a field for a new one that stays at the bottom of the screen. */
export function CommentSection({ post, writer, linkedId }: CommentSectionProps) {
  const titleId = useId()
  const queryClient = useQueryClient()
  const outbox = commentOutbox(writer.id, post.id)
  const pending = useOutbox(outbox)
  useSendWaiting({ id: post.id, waiting: pending.length }, () => sendComments(queryClient, outbox))
  const list = useRef<HTMLOListElement>(null)
  const comments = useThread({ postId: post.id, parentId: null }, { list })
  const { query, loaded, own, hasFailed } = comments
  const { inList, after } = splitOwnComments(comments)
  const [{ answered, isChanged }, setWriting] = useState<Writing>({ answered: null, isChanged: false })
  const section = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const scrollToSent = useScrollToSent(section, pending)
  useFailedInSight(section, pending)
  const answer = (comment: Comment | null) => setWriting({ answered: comment, isChanged: true })
  useAnsweredInSight(section, answered)
  useOpenAtComments(title, { count: post.commentCount, isLoading: query.isPending })
  const linkedThreadId = useLinkedThread(post.id, linkedId, comments)
  useErrorSnackbar(hasFailed ? failedText : null, query.errorUpdateCount, 'warning')
  useFollowPost(post.id, writer.id, section)
  const threadIds = new Set([...loaded, ...own].map(({ id }) => id))
  const pendingIn = (threadId: number | null) =>
    pending.filter((one) => threadIn(one, threadIds) === threadId)
  const last = pendingIn(null)
  const isEmpty = query.isSuccess && loaded.length + own.length + pending.length === 0

  /** Moves the focus to the heading, because the button disappears while the comments load. */
  function reload(): void {
    title.current?.focus({ preventScroll: true })
    void query.refetch()
  }

  const context = { postId: post.id, outbox, writer, onReply: answer, linkedId, linkedThreadId }
  const threads = (some: Comment[]) => (
    <ListRows of={some} rowKey={({ id }) => id}>
      {(comment) => <CommentThread {...{ comment, context }} pending={pendingIn(comment.id)} />}
    </ListRows>
  )

  return (
    <>
      <section ref={section} className={`card-box ${classes.section}`} aria-labelledby={titleId}>
        <h2
          ref={title}
          id={titleId}
          className={`text-m bold no-ring ${classes.title} pad-s-m-xs`}
          tabIndex={-1}
        >
          Comments
        </h2>
        {query.isPending && <CommentsSkeleton />}
        {isEmpty && <p className={`muted ${classes.quiet}`}>No comments yet. Be the first to answer.</p>}
        {loaded.length + inList.length > 0 && (
          <ol ref={list} className={listClass}>
            {threads(oldestFirst([...loaded, ...inList]))}
          </ol>
        )}
        <MoreComments comments={comments} onReload={reload} />
        {after.length + last.length > 0 && (
          <ol className={listClass}>
            {threads(after)}
            <ListRows of={last} rowKey={({ id }) => id}>
              {(one) => <PendingCommentRow entry={one} outbox={outbox} writer={writer} />}
            </ListRows>
          </ol>
        )}
        <HeldReplies postId={post.id} />
      </section>
      <CommentBox
        key={answered?.id}
        {...{ outbox, answered }}
        takesFocus={isChanged}
        people={peopleIn(post, [...loaded, ...own], answered)}
        onSend={scrollToSent}
        onReplyEnd={() => answer(null)}
      />
    </>
  )
}

function MoreComments({ comments, onReload }: { comments: LoadedThread; onReload: () => void }) {
  const { query, hasFailed, hasNextPage, loadMore } = comments
  if (hasFailed)
    return (
      <div className={`flex-row wrap text-s ${classes.error} gap-2xs-xs margin-top-2xs ${classes.more}`}>
        <p>{failedText}</p>
        <Button
          variant="outline"
          isBusy={query.isFetching}
          onClick={query.data === undefined ? onReload : loadMore}
        >
          Retry
        </Button>
      </div>
    )
  if (!hasNextPage) return null
  return (
    <div className={classes.more}>
      <Button variant="outline" isBusy={query.isFetchingNextPage} onClick={loadMore}>
        Show more comments
      </Button>
    </div>
  )
}

/** Returns null for a comment on the post itself and for a reply whose thread is not shown, so that it stays visible. */
function threadIn(entry: OutboxEntry, threadIds: Set<number>): number | null {
  const threadId = replyIn(entry)?.threadId ?? null
  return threadId !== null && threadIds.has(threadId) ? threadId : null
}

function peopleIn(post: Post, comments: Comment[], answered: Comment | null): MentionSources {
  const writers = [...(answered === null ? [] : [answered]), post, ...comments]
  const thread = writers.map(({ userId, userName, firstname, lastname, profileImage }) => ({
    id: userId,
    username: userName,
    firstname,
    lastname,
    profileImage,
  }))
  return { thread, groupId: post.postGroupId }
}

/** Scrolls to a comment that was just sent, because it may be far below what is being read. */
function useScrollToSent(
  section: { current: HTMLElement | null },
  pending: readonly OutboxEntry[],
): (id: string) => void {
  const sentId = useRef<string | null>(null)
  useEffect(() => {
    if (!pending.some(({ id }) => id === sentId.current)) return
    const row = section.current?.querySelector(`[data-entry="${sentId.current}"]`)
    sentId.current = null
    const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    row?.scrollIntoView({ block: 'nearest', behavior: isMotionReduced ? 'instant' : 'smooth' })
  }, [section, pending])
  return (id) => {
    sentId.current = id
  }
}

/** Scrolls a failed comment above the field that would cover its buttons, but only if its row is in sight. */
function useFailedInSight(section: { current: HTMLElement | null }, pending: readonly OutboxEntry[]): void {
  const known = useRef(pending)
  useEffect(() => {
    const isNew = ({ id, error }: OutboxEntry) =>
      error !== null && !known.current.some((one) => one.id === id && one.error !== null)
    const failed = findLast(pending, isNew)
    known.current = pending
    const row = failed && section.current?.querySelector(`[data-entry="${failed.id}"]`)
    if (!row) return
    const { top, bottom } = row.getBoundingClientRect()
    if (top < window.innerHeight && bottom > 0) row.scrollIntoView({ block: 'nearest' })
  }, [section, pending])
}

/** Scrolls the answered comment into sight, because the field may cover it, and so may the keyboard that opens. */
function useAnsweredInSight(section: { current: HTMLElement | null }, answered: Comment | null): void {
  useEffect(() => {
    if (answered === null) return
    const show = () =>
      section.current
        ?.querySelector(`[data-comment="${answered.id}"]`)
        ?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    show()
    // After the bars have left, which the same event tells.
    const onResize = () => requestAnimationFrame(show)
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [section, answered])
}

/** Loads the live updates after the page, so that they do not delay it. The page also works without them. */
function useFollowPost(postId: number, memberId: number, section: RefObject<HTMLElement | null>): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const left = new AbortController()
    import('#web/features/posts/page/follow-post.ts').then(
      ({ followPost }) => followPost({ queryClient, postId, memberId, section }, left.signal),
      () => {},
    )
    return () => left.abort()
  }, [queryClient, postId, memberId, section])
}

function CommentsSkeleton() {
  return (
    <div className={listClass} aria-hidden="true">
      {['first', 'second', 'third'].map((name) => (
        <div key={name} className="flex-row gap-s">
          <span className={`rigid ghost-box ${classes.ghostAvatar}`} />
          <span className={`grow ghost-box ${classes.ghost}`} />
        </div>
      ))}
    </div>
  )
}
