import type { Post } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { dropAuthor } from '#web/entities/posts/blocked-author.ts'
import { focusNeighbour } from '#web/features/posts/card/focus-neighbour.ts'
import { BlockDialog } from '#web/entities/members/block-dialog.tsx'

type BlockAuthorProps = { post: Post; onClose: () => void; onBlocked?: (() => void) | undefined }

export function BlockAuthor({ post, onClose, onBlocked }: BlockAuthorProps) {
  const queryClient = useQueryClient()
  const { userId, userName } = post

  function drop(): void {
    onBlocked?.()
    focusNeighbour('article', { isStaying: ({ dataset }) => dataset['author'] !== String(userId) })
    dropAuthor(queryClient, userId)
  }

  return <BlockDialog member={{ id: userId, username: userName }} onClose={onClose} onBlocked={drop} />
}
