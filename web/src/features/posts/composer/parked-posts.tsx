import { useQueryClient } from '@tanstack/react-query'
import ClockIcon from 'lucide-react/icons/clock'
import { useSyncExternalStore } from 'react'
import {
  parkedPosts,
  targetOf,
  type DraftSlot,
  type ParkedPost,
} from '#web/features/posts/composer/composer-draft.ts'
import type { Author } from '#web/features/posts/composer/composer-fields.tsx'
import { focusComposer } from '#web/features/posts/composer/composer-focus.ts'
import { discardPost, editPost, retryPost } from '#web/features/posts/composer/post-outbox.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { useIsOnline } from '#web/lib/browser/use-online.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { onStoredChange } from '#web/lib/storage/member-store.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'

type ParkedPostsProps = DraftSlot & { author: Author }

/** Shows the posts that wait for a connection: on the home page all, and on the page of a group those to it. */
export function ParkedPosts({ memberId, groupId, author }: ParkedPostsProps) {
  const stored = useSyncExternalStore(onStoredChange, () => JSON.stringify(parkedPosts(memberId)))
  const posts: ParkedPost[] = JSON.parse(stored)
  const here = posts.filter((post) => groupId === null || targetOf(post, post.draft) === groupId)
  if (here.length === 0) return null
  return (
    <ul className="stack gap-s margin-top-s" aria-label="Posts that wait to be sent">
      <ListRows of={here} rowKey={({ id }) => id}>
        {(post) => <Row {...{ post, author }} isFromHere={post.groupId === groupId} />}
      </ListRows>
    </ul>
  )
}

type RowProps = {
  post: ParkedPost
  author: Author
  /** Whether it was written in the composer of this page. */
  isFromHere: boolean
}

function Row({ post, author, isFromHere }: RowProps) {
  const queryClient = useQueryClient()
  const isOnline = useIsOnline()
  const { draft, error } = post
  const files = draft.files.length
  // What is on its way may arrive, and would be there twice.
  const mayChange = error !== null || !isOnline
  const waitingText = isOnline ? 'Sending…' : 'Waiting for a connection'

  function edit(): void {
    editPost(post)
    focusComposer()
  }

  function discard(): void {
    focusComposer()
    discardPost(post)
  }

  return (
    <li className="card-box padded stack gap-s">
      <div className="flex-row gap-s">
        <Avatar name={author.name} image={author.image} size={36} />
        <div className="grow">
          <p className="semibold breakable">{author.name}</p>
          <p className="flex-row gap-2xs text-s muted">
            <Icon of={ClockIcon} size="s" />
            {error === null ? waitingText : 'Not sent'}
          </p>
        </div>
      </div>
      <p className="breakable pre-wrap">{draft.text}</p>
      {files > 0 && <p className="text-s muted">With {quantityText(files, 'file')}</p>}
      {error !== null && <p className="text-s breakable">{error}</p>}
      {mayChange && (
        <div className="flex-row gap-xs wrap">
          {error !== null && <Button onClick={() => retryPost(queryClient, post)}>Retry</Button>}
          {isFromHere && (
            <Button variant="outline" onClick={edit}>
              Edit
            </Button>
          )}
          <Button variant="outline" onClick={discard}>
            Discard
          </Button>
        </div>
      )}
    </li>
  )
}
