import type { Post } from '@rootsquare/contract/posts'
import { Link } from '@tanstack/react-router'
import MapPin from 'lucide-react/icons/map-pin'
import { useId, useState, type ComponentProps } from 'react'
import { foldedText } from '#web/features/posts/card/caption-fold.ts'
import { CommentPreview } from '#web/features/posts/comments/comment-preview.tsx'
import { PostActions } from '#web/features/posts/card/post-actions.tsx'
import { PostMedia } from '#web/features/posts/media/post-media.tsx'
import { PostMenu } from '#web/features/posts/card/post-menu.tsx'
import { nameOf } from '#web/lib/format/names.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { ClothSwatch } from '#web/ui/layout/cloth.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { TimeAgo } from '#web/ui/layout/time-ago.tsx'
import classes from './post-card.module.css'

type PostCardProps = {
  post: Post
  /** Is set on the post's own page: nothing is folded, pictures are uncut, and comments are below the card. */
  isWhole: boolean
  /** Whether its first picture is the first of the page. */
  isLead?: boolean
  onDeleted?: () => void
  /** Tiles the pictures as in a feed even with `isWhole`. */
  isTiled?: boolean
  /** The attributes that a feed adds to the article. */
  row?: ComponentProps<'article'>
}

export function PostCard({
  post,
  isWhole,
  isLead = isWhole,
  onDeleted,
  isTiled = false,
  row,
}: PostCardProps) {
  const id = useId()
  const name = nameOf(post)
  return (
    <article
      {...row}
      className={['card-box positioned', classes.post, row?.className].join(' ')}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-caption`}
    >
      <header className={`flex-row align-top ${classes.head}`}>
        <Link to="/u/$username" params={{ username: post.userName }} tabIndex={-1} aria-hidden="true">
          <Avatar name={name} image={post.profileImage} size={44} />
        </Link>
        <div className="grow">
          <h2 id={`${id}-name`} className={`flex-row wrap breakable ${classes.author}`}>
            <Link to="/u/$username" params={{ username: post.userName }} className="text-link">
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className="muted">@{post.userName}</span>
          </h2>
          <Origin post={post} />
        </div>
        <PostMenu post={post} {...(onDeleted && { onDeleted })} />
      </header>
      <Caption id={`${id}-caption`} post={post} isWhole={isWhole} />
      <LinkedPage card={post.linkCard} />
      <PostMedia media={post.postImageDTO} by={name} isWhole={isWhole && !isTiled} isLead={isLead} />
      <PostActions post={post} />
      {!isWhole && <CommentPreview post={post} />}
    </article>
  )
}

function Origin({ post }: { post: Post }) {
  return (
    <p className={`flex-row wrap text-xs muted breakable ${classes.origin}`}>
      {post.postGroupId !== null && (
        <>
          <Link
            to="/group/$groupId"
            params={{ groupId: String(post.postGroupId) }}
            className={`text-link ${classes.group}`}
          >
            <ClothSwatch name={post.postGroupName} size={18} />
            <bdi>{post.postGroupName}</bdi>
          </Link>
          <span aria-hidden="true">·</span>
        </>
      )}
      <Link to={routes.Post} params={{ id: String(post.id) }} className="text-link">
        <TimeAgo iso={post.createdDate} />
      </Link>
      {post.editedDate !== null && (
        <>
          <span aria-hidden="true">·</span>
          <span>edited</span>
        </>
      )}
      {post.location !== null && (
        <span className={`flex-row ${classes.location} gap-2xs`} title={post.location}>
          <Icon of={MapPin} size="s" />
          <span className="sr-only">in </span>
          <bdi className="one-line">{post.location}</bdi>
        </span>
      )}
    </p>
  )
}

type CaptionProps = { post: Post; isWhole: boolean; id: string }

const phoneWidth = 768
const charactersInLine = { phone: 42, wide: 68 }

/** Shows the text as it was written. Folded text is not in the page, so that no key reaches a hidden link. */
function Caption({ post: { caption: text, mentions }, isWhole, id }: CaptionProps) {
  const [isOpen, setOpen] = useState(false)
  const [perLine] = useState(() =>
    window.innerWidth < phoneWidth ? charactersInLine.phone : charactersInLine.wide,
  )
  const folded = isWhole ? null : foldedText(text, perLine)
  return (
    <div className={classes.caption}>
      <p id={id} className="breakable as-written" dir="auto">
        <LinkedText text={isOpen ? text : (folded ?? text)} mentions={mentions} />
        {folded !== null && !isOpen && '…'}
      </p>
      {folded !== null && (
        <button
          type="button"
          className="plain-control text-link"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}

/** Leaves a card that arrives after the post for the next visit, because it would move what is being read. */
function LinkedPage({ card }: { card: Post['linkCard'] }) {
  const [firstUrl] = useState(card?.url)
  if (!card || card.url !== firstUrl) return null
  const { url, title, description, site, image } = card
  return (
    <a
      className={`flex-row hover-mark ${classes.page} gap-0 clip bordered radius-m`}
      href={url}
      target="_blank"
      rel="nofollow noopener noreferrer ugc"
    >
      {image && (
        <img src={image} alt="" width={104} height={104} sizes="104px" loading="lazy" decoding="async" />
      )}
      <span className="grow stack text-xs muted">
        <bdi className="one-line">{site}</bdi>{' '}
        <b className="clamped breakable" dir="auto">
          {title}
        </b>{' '}
        <span className="one-line" dir="auto">
          {description}
        </span>
      </span>
    </a>
  )
}
