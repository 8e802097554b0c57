import type { Post } from '@rootsquare/contract/posts'
import { Link } from '@tanstack/react-router'
import MapPin from 'lucide-react/icons/map-pin'
import { useId } from 'react'
import type { ComponentProps } from 'react'
import { Caption } from '#web/features/posts/card/caption.tsx'
import { CommentPreview } from '#web/features/posts/comments/comment-preview.tsx'
import { PostActions } from '#web/features/posts/card/post-actions.tsx'
import { PostMedia } from '#web/features/posts/media/post-media.tsx'
import { PostMenu } from '#web/features/posts/card/post-menu.tsx'
import { nameOf } from '#web/lib/format/names.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import { TimeAgo } from '#web/ui/layout/time-ago.tsx'
import classes from './post-card.module.css'

type PostCardProps = {
  post: Post
  /** On its own page: nothing folded, every picture in full, the comments below rather than inside. */
  isWhole: boolean
  onDeleted?: () => void
  /** With `isWhole`: the pictures are tiled as in a feed nevertheless. */
  isTiled?: boolean
  /** The attributes that a feed adds to the article. */
  row?: ComponentProps<'article'>
}

export function PostCard({ post, isWhole, onDeleted, isTiled = false, row }: PostCardProps) {
  const id = useId()
  const name = nameOf(post)
  const looks = ['card', classes.post, row?.className].filter(Boolean).join(' ')
  return (
    <article {...row} className={looks} aria-labelledby={`${id}-name`} aria-describedby={`${id}-caption`}>
      <header className={classes.head}>
        <Link to="/u/$username" params={{ username: post.userName }} tabIndex={-1} aria-hidden="true">
          <Avatar name={name} image={post.profileImage} size={44} />
        </Link>
        <div className={classes.who}>
          <h2 id={`${id}-name`} className={classes.author}>
            <Link to="/u/$username" params={{ username: post.userName }} className={classes.name}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className={classes.username}>@{post.userName}</span>
          </h2>
          <Origin post={post} />
        </div>
        <PostMenu post={post} {...(onDeleted && { onDeleted })} />
      </header>
      <Caption id={`${id}-caption`} text={post.caption} isWhole={isWhole} />
      <PostMedia media={post.postImageDTO} by={name} isWhole={isWhole && !isTiled} />
      <PostActions post={post} />
      {!isWhole && <CommentPreview post={post} />}
    </article>
  )
}

function Origin({ post }: { post: Post }) {
  return (
    <p className={classes.origin}>
      {post.postGroupId !== null && (
        <>
          <Link to="/group/$groupId" params={{ groupId: String(post.postGroupId) }} className={classes.group}>
            <span className={classes.swatch}>
              <Cloth cloth={clothOf(post.postGroupId)} isSwatch />
            </span>
            <bdi>{post.postGroupName}</bdi>
          </Link>
          <span aria-hidden="true">·</span>
        </>
      )}
      <Link to={routes.Post} params={{ id: String(post.id) }} className={classes.time}>
        <TimeAgo iso={post.createdDate} />
      </Link>
      {post.editedDate !== null && (
        <>
          <span aria-hidden="true">·</span>
          <span>edited</span>
        </>
      )}
      {post.location !== null && (
        <span className={classes.place} title={post.location}>
          <MapPin size={14} strokeWidth={1.9} aria-hidden="true" />
          <span className="sr-only">in </span>
          <bdi>{post.location}</bdi>
        </span>
      )}
    </p>
  )
}
