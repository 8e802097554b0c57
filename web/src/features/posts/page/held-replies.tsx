import type { Comment } from '@rootsquare/contract/posts'
import { notifyManager, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { useEffect, useState } from 'react'
import { applyComment } from '#web/features/posts/comments/comment-cache.ts'
import { localList } from '#web/features/posts/comments/first-comment.ts'
import { postKeys } from '#web/entities/posts/post-keys.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './held-replies.module.css'

const heldOf = (postId: number) => localList<Comment>([...postKeys.comments(postId), 'held'])

/** Changes the list of replies that are held back because they would move what is being read. */
export function changeHeldReplies(
  queryClient: QueryClient,
  postId: number,
  change: (held: Comment[]) => Comment[],
): void {
  queryClient.setQueryData(heldOf(postId).queryKey, (held = []) => change(held))
}

/** Renders the line that shows the held replies on demand. */
export function HeldReplies({ postId }: { postId: number }) {
  const queryClient = useQueryClient()
  const { data: held = [] } = useQuery(heldOf(postId))
  const [shown, setShown] = useState<Comment | null>(null)
  const text = quantityText(held.length, 'new reply', 'new replies')
  const isAnnounced = held.length > 0
  useEffect(() => {
    if (isAnnounced) announce('live-polite', 'New replies')
  }, [isAnnounced])
  useEffect(() => {
    if (shown !== null) goToReply(shown)
  }, [shown])

  function show(): void {
    notifyManager.batch(() => {
      for (const reply of held) applyComment(queryClient, postId, reply)
      changeHeldReplies(queryClient, postId, () => [])
      // Runs together with the update of the lists, so that the reply is rendered before the focus moves.
      notifyManager.schedule(() => setShown(held[0] ?? null))
    })
  }

  if (held.length === 0) return null
  return (
    <div className={classes.held}>
      <button type="button" className="plain-control flex-row text-s strong hover-mark" onClick={show}>
        <Icon of={ArrowDown} size="s" />
        {text}
      </button>
    </div>
  )
}

/** Moves the focus from the removed button to the reply, or to the button that opens its folded thread. */
function goToReply({ id, parentId }: Comment): void {
  const target =
    document.querySelector<HTMLElement>(`[data-comment="${id}"] a:not([tabindex])`) ??
    document.querySelector<HTMLElement>(`[data-thread="${parentId}"] [data-fold]`)
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}
