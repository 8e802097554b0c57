import type { LivePost } from '@rootsquare/contract/messages'
import type { Comment, Post } from '@rootsquare/contract/posts'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import {
  addCommentToCache,
  applyComment,
  deletedIdsIn,
  dropComment,
  knownComment,
  reloadComments,
} from '#web/features/posts/comments/comment-cache.ts'
import { commentOutbox, replyIn } from '#web/features/posts/comments/add-comment.ts'
import { focusNextComment } from '#web/features/posts/comments/focus-next-comment.ts'
import { changeHeldReplies } from '#web/features/posts/page/held-replies.tsx'
import { removeDeletedPost } from '#web/entities/posts/deleted-posts.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { patchPost } from '#web/entities/posts/post-cache.ts'
import { eitherSignal } from '#web/lib/net/signals.ts'
import { keepStreamOpen, type LiveEvent, type StreamHandlers } from '#web/lib/net/live-stream.ts'
import { preserveScrollPosition } from '#web/lib/navigation/preserve-scroll.ts'
import { navbarHeight } from '#web/lib/navigation/scroll-anchor.ts'
import { removeEntry, entriesIn } from '#web/lib/storage/outbox.ts'

type OpenPost = {
  queryClient: QueryClient
  postId: number
  memberId: number
  section: { current: HTMLElement | null }
}
type LiveComment = Comment | { id: number; deleted: true }

/** Follows a post until `signal`, while the page is visible. The stream of all tabs has no events of a single post. */
export function followPost(page: OpenPost, signal: AbortSignal): void {
  let hidden = new AbortController()
  let isFirst = true

  function onVisibility(): void {
    hidden.abort()
    hidden = new AbortController()
    if (!document.hidden) void keepStreamOpen(handlers, eitherSignal(signal, hidden.signal))
  }

  const handlers: StreamHandlers = {
    postId: page.postId,
    // Events missed without a stream are not sent again, so the data is reloaded.
    lastEventId: () => null,
    onOpen() {
      void catchUp(page, isFirst)
      isFirst = false
    },
    onEvent(event) {
      if (!signal.aborted) preservePosition(page.section, () => handleEvent(page, event))
    },
    poll: () => void catchUp(page, false),
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  onVisibility()
}

/** Reloads the post and its comments. Just after opening, comments are reloaded only if their number has changed. */
async function catchUp({ queryClient, postId, section }: OpenPost, isFirst: boolean): Promise<void> {
  const commentCount = () => queryClient.getQueryData<Post>(postKeys.one(postId))?.commentCount
  const before = commentCount()
  await queryClient.refetchQueries({ queryKey: postKeys.one(postId) })
  if (isFirst && commentCount() === before) return
  preservePosition(section, () => {
    changeHeldReplies(queryClient, postId, () => [])
    reloadComments(queryClient, postId)
  })
}

function handleEvent(page: OpenPost, { name, data }: LiveEvent): void {
  const { queryClient, postId } = page
  if (name === 'post') {
    const live: LivePost = JSON.parse(data)
    if ('deleted' in live) return removeDeletedPost(queryClient, postId)
    const { likes, commentCount } = live
    // The number may already include a like that is still being sent, whose answer has the latest one.
    const isLiking = queryClient.isMutating({ mutationKey: postKeys.like(postId) }) > 0
    patchPost(queryClient, postId, (post) => ({
      ...post,
      commentCount,
      likes: isLiking ? post.likes : likes,
    }))
  }
  if (name !== 'comment') return
  const comment: LiveComment = JSON.parse(data)
  if ('deleted' in comment) return removeComment(page, comment.id)
  const isNew = knownComment(queryClient, postId, comment.id) === undefined
  if (isNew && comment.userId === page.memberId) return addOwn(page, comment)
  if (isNew && movesWhatIsRead(page.section.current, comment)) {
    return changeHeldReplies(queryClient, postId, (held) => [
      ...held.filter(({ id }) => id !== comment.id),
      comment,
    ])
  }
  applyComment(queryClient, postId, comment)
}

/** Adds an own comment. Its event may come before the answer to the call, and then replaces the pending row. */
function addOwn({ queryClient, postId, memberId }: OpenPost, comment: Comment): void {
  const outbox = commentOutbox(memberId, postId)
  const sent = entriesIn(outbox).find(
    (entry) => entry.text === comment.comments && (replyIn(entry)?.threadId ?? null) === comment.parentId,
  )
  notifyManager.batch(() => {
    addCommentToCache(queryClient, postId, comment)
    if (sent !== undefined) removeEntry(outbox, sent.id)
  })
}

function removeComment({ queryClient, postId }: OpenPost, id: number): void {
  changeHeldReplies(queryClient, postId, (held) => held.filter((reply) => reply.id !== id))
  if (deletedIdsIn(queryClient, postId).includes(id)) return
  const comment = knownComment(queryClient, postId, id)
  // The thread is not loaded, so only the server knows how many replies are left.
  if (comment === undefined) return reloadComments(queryClient, postId)
  if (document.activeElement?.closest(`[data-comment="${id}"], [data-thread="${id}"]`)) focusNextComment(id)
  dropComment(queryClient, postId, comment)
}

function preservePosition({ current }: OpenPost['section'], change: () => void): void {
  preserveScrollPosition(current, '[data-comment]', change)
}

/**
 * Returns whether a reply would push down comments in sight. Top comments are added at the end, and in a folded thread
 * only a number changes.
 */
function movesWhatIsRead(section: HTMLElement | null, { parentId }: Comment): boolean {
  if (parentId === null) return false
  const thread = section?.querySelector(`[data-thread="${parentId}"]`)
  if (!thread || thread.nextElementSibling === null) return false
  if (thread.querySelector('[data-fold][aria-expanded="false"]') !== null) return false
  const { bottom } = thread.getBoundingClientRect()
  return bottom > navbarHeight && bottom < window.innerHeight
}
