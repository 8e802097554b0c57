import type { LivePost } from '@rootsquare/contract/messages'
import type { Comment, Post } from '@rootsquare/contract/posts'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import {
  addCommentToCache,
  applyComment,
  deletedIn,
  dropComment,
  knownComment,
  reloadComments,
} from '#web/features/posts/comments/comment-cache.ts'
import { commentOutbox, replyIn } from '#web/features/posts/comments/comment-outbox.ts'
import { focusBeside } from '#web/features/posts/comments/focus-beside.ts'
import { changeHeld } from '#web/features/posts/live/held-replies.tsx'
import { keepInPlace, movesWhatIsRead } from '#web/features/posts/live/in-place.ts'
import { dropGonePost } from '#web/entities/posts/gone-posts.ts'
import { patchPost, postKeys } from '#web/entities/posts/post-cache.ts'
import { keepStreamOpen, type LiveEvent, type StreamHandlers } from '#web/lib/net/live-stream.ts'
import { discardEntry, entriesIn } from '#web/lib/storage/outbox.ts'

type OpenPost = {
  queryClient: QueryClient
  postId: number
  memberId: number
  section: { current: HTMLElement | null }
}
type LiveComment = Comment | { id: number; deleted: true }

/** Until `signal`, and only while the page is visible. The stream of all tabs has no events of a single post. */
export function followPost(page: OpenPost, signal: AbortSignal): void {
  let hidden = new AbortController()
  let isFirst = true

  function onVisibility(): void {
    hidden.abort()
    hidden = new AbortController()
    if (!document.hidden) void keepStreamOpen(handlers, AbortSignal.any([signal, hidden.signal]))
  }

  const handlers: StreamHandlers = {
    postId: page.postId,
    // What came without a stream is not sent again: it is loaded.
    lastEventId: () => null,
    onOpen() {
      void catchUp(page, isFirst)
      isFirst = false
    },
    onEvent(event) {
      if (!signal.aborted) keepInPlace(page.section.current, () => handleEvent(page, event))
    },
    poll: () => void catchUp(page, false),
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  onVisibility()
}

/** On a page that was just opened the comments are loaded again only if the post has others by now. */
async function catchUp({ queryClient, postId, section }: OpenPost, isFirst: boolean): Promise<void> {
  const commentCount = () => queryClient.getQueryData<Post>(postKeys.one(postId))?.commentCount
  const before = commentCount()
  await queryClient.refetchQueries({ queryKey: postKeys.one(postId) })
  if (isFirst && commentCount() === before) return
  keepInPlace(section.current, () => {
    changeHeld(queryClient, postId, () => [])
    reloadComments(queryClient, postId)
  })
}

function handleEvent(page: OpenPost, { name, data }: LiveEvent): void {
  const { queryClient, postId } = page
  if (name === 'post') {
    const live: LivePost = JSON.parse(data)
    if ('deleted' in live) return dropGonePost(queryClient, postId)
    const { likes, commentCount } = live
    patchPost(queryClient, postId, (post) => ({ ...post, likes, commentCount }))
  }
  if (name !== 'comment') return
  const comment: LiveComment = JSON.parse(data)
  if ('deleted' in comment) return removeComment(page, comment.id)
  const isNew = knownComment(queryClient, postId, comment.id) === undefined
  if (isNew && comment.userId === page.memberId) return addOwn(page, comment)
  if (isNew && movesWhatIsRead(page.section.current, comment)) {
    return changeHeld(queryClient, postId, (held) => [...held.filter(({ id }) => id !== comment.id), comment])
  }
  applyComment(queryClient, postId, comment)
}

/** The event may come before the answer to the call that sent the comment: it is then shown instead of what is on its way. */
function addOwn({ queryClient, postId, memberId }: OpenPost, comment: Comment): void {
  const outbox = commentOutbox(memberId, postId)
  const sent = entriesIn(queryClient, outbox).find(
    (entry) => entry.text === comment.comments && (replyIn(entry)?.threadId ?? null) === comment.parentId,
  )
  notifyManager.batch(() => {
    addCommentToCache(queryClient, postId, comment)
    if (sent !== undefined) discardEntry(queryClient, outbox, sent.id)
  })
}

function removeComment({ queryClient, postId }: OpenPost, id: number): void {
  changeHeld(queryClient, postId, (held) => held.filter((reply) => reply.id !== id))
  if (deletedIn(queryClient, postId).includes(id)) return
  const comment = knownComment(queryClient, postId, id)
  // In a thread that is not loaded: only the server can say how many replies are left there.
  if (comment === undefined) return reloadComments(queryClient, postId)
  if (document.activeElement?.closest(`[data-comment="${id}"], [data-thread="${id}"]`)) focusBeside(id)
  dropComment(queryClient, postId, comment)
}
