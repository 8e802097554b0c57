import type { Post } from '@rootsquare/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import { useState } from 'react'
import { quantityText, numberText } from '#web/lib/format/count-text.ts'
import { tapLike, useLikes } from '#web/features/posts/card/like-queue.ts'
import type { PostAction } from '#web/entities/posts/post-link.ts'
import classes from './post-actions.module.css'

const action: PostAction = 'like'

type LikeButtonProps = { post: Post; onVisitor: (() => void) | null }

/** `onVisitor` is for visitors, who are invited to sign in instead. */
export function LikeButton({ post, onVisitor }: LikeButtonProps) {
  const queryClient = useQueryClient()
  const { likes, isPostLikedByUser } = useLikes(post)
  const [isPopping, setPopping] = useState(false)

  function tap(): void {
    if (onVisitor !== null) return onVisitor()
    setPopping(!isPostLikedByUser)
    tapLike(queryClient, post)
  }

  return (
    <button
      type="button"
      className={classes.action}
      data-post-action={action}
      data-popping={isPopping || undefined}
      aria-pressed={isPostLikedByUser}
      aria-label={`Like, ${quantityText(likes, 'like')}`}
      onAnimationEnd={() => setPopping(false)}
      onClick={tap}
    >
      <Heart size={21} strokeWidth={1.9} aria-hidden="true" />
      <span aria-hidden="true">{numberText(likes)}</span>
    </button>
  )
}
