import { nairaText } from '@rootsquare/contract/lib/money'
import type { Post, PostMedium } from '@rootsquare/contract/posts'
import type { ReportRecord, Snapshot } from '@rootsquare/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { reportedPostOf } from '#web/features/moderation/reports/reports-api.ts'
import { errorWithHint } from '#web/features/moderation/moderation-labels.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { isMissing } from '#web/lib/net/server-message.ts'
import { stampText } from '#web/lib/format/time.ts'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './reported-content.module.css'

/** The page passes in the component that shows pictures and videos, because it belongs to other features. */
export type ShowMedia = (media: PostMedium[], by: string) => ReactNode
type ReportedContentProps = { report: ReportRecord; showMedia: ShowMedia }

/** Shows a post as it is now, and everything else as it was when it was reported. */
export function ReportedContent({ report, showMedia }: ReportedContentProps) {
  const { targetType, snapshot } = report
  if (targetType === 'post') return <ReportedPost report={report} showMedia={showMedia} />
  return (
    <>
      <p className="text-xs muted margin-top-xs">As it stood when it was reported.</p>
      <div className="stack gap-xs breakable justify-start margin-top-xs pad-s-m bordered radius-m">
        {targetType === 'item' && <ReportedItem snapshot={snapshot} showMedia={showMedia} />}
        {targetType === 'user' && <ReportedMember snapshot={snapshot} />}
        {targetType === 'review' && (
          <p className="strong">
            {snapshot.rating} of 5 stars for {snapshot.name}
          </p>
        )}
        {snapshot.text !== undefined && <BodyText text={snapshot.text} />}
        {(targetType === 'chat' || targetType === 'review') && (
          <div className={classes.media}>
            {showMedia((snapshot.media ?? []).map(mediumOf), `@${snapshot.username ?? ''}`)}
          </div>
        )}
        {targetType === 'chat' && snapshot.createdDate !== undefined && (
          <p className="text-xs muted">Sent {stampText(snapshot.createdDate)}</p>
        )}
        {snapshot.itemId !== undefined && (
          <Link to="/marketplace" search={{ item: snapshot.itemId }} replace className="text-link">
            Open its item
          </Link>
        )}
        {snapshot.postId != null && <PostLink id={snapshot.postId} name="Open its post" />}
      </div>
    </>
  )
}

function ReportedPost({ report, showMedia }: ReportedContentProps) {
  const post = useQuery(reportedPostOf(report.targetId))
  const { snapshot } = report
  const isGone = isMissing(post.error)
  const error = post.isError && !isGone ? errorWithHint(post.error, 'Failed to load post details') : null
  useErrorSnackbar(error, post.errorUpdateCount)
  if (post.isPending)
    return (
      <output className="flex-row muted margin-top-xs">
        <Spinner /> Loading the post…
      </output>
    )
  const live = isGone ? undefined : post.data
  return (
    <>
      {live && <LivePost post={live} showMedia={showMedia} />}
      {!live && !isGone && <ErrorCard text={error ?? ''} onRetry={() => void post.refetch()} />}
      {(!live || hasChanged(live, snapshot)) && (
        <>
          <p className="text-xs muted margin-top-xs">
            {isGone && 'This post cannot be opened: it was deleted since, or its author is banned. '}
            {live && 'It was changed since. '}
            As it stood when it was reported:
          </p>
          <PostSnapshot snapshot={snapshot} showMedia={showMedia} />
        </>
      )}
    </>
  )
}

function LivePost({ post, showMedia }: { post: Post; showMedia: ShowMedia }) {
  const { id, userName, caption, location, postGroupName, createdDate, postImageDTO } = post
  const facts = [stampText(createdDate), postGroupName, location].filter((fact) => fact !== null)
  return (
    <div className="stack gap-xs breakable justify-start margin-top-xs pad-s-m bordered radius-m">
      <p className="text-xs muted">{facts.join(' · ')}</p>
      <BodyText text={caption} />
      <div className={classes.media}>{showMedia(postImageDTO, `@${userName}`)}</div>
      <PostLink id={id} name="Open the post" />
    </div>
  )
}

function PostSnapshot({ snapshot, showMedia }: { snapshot: Snapshot; showMedia: ShowMedia }) {
  const { caption = '', location, media = [], username = '' } = snapshot
  return (
    <div className="stack gap-xs breakable justify-start margin-top-xs pad-s-m bordered radius-m">
      {location != null && <p className="text-xs muted">{location}</p>}
      <BodyText text={caption} />
      <div className={classes.media}>{showMedia(media.map(mediumOf), `@${username}`)}</div>
    </div>
  )
}

function ReportedItem({ snapshot, showMedia }: { snapshot: Snapshot; showMedia: ShowMedia }) {
  const { name = '', description = '', price, imageUrl, username = '' } = snapshot
  const pictures = imageUrl == null ? [] : [mediumOf({ url: imageUrl, alt: name })]
  return (
    <>
      <p className="strong">{name}</p>
      <p className="text-xs muted">{nairaText(price)}</p>
      <BodyText text={description} />
      <div className={classes.media}>{showMedia(pictures, `@${username}`)}</div>
    </>
  )
}

function ReportedMember({ snapshot }: { snapshot: Snapshot }) {
  const { firstname = '', lastname = '', username = '', bio } = snapshot
  return (
    <>
      <p className="strong">
        <bdi>{`${firstname} ${lastname}`}</bdi>
      </p>
      <BodyText text={bio ?? 'No bio.'} />
      <Link to="/u/$username" params={{ username }} replace className="text-link">
        Open the profile
      </Link>
    </>
  )
}

function BodyText({ text }: { text: string }) {
  return (
    <p className="pre-wrap" dir="auto">
      <LinkedText text={text} />
    </p>
  )
}

function PostLink({ id, name }: { id: number; name: string }) {
  return (
    <Link to={routes.Post} params={{ id: String(id) }} replace className="text-link">
      {name}
    </Link>
  )
}

function hasChanged({ caption, location }: Post, snapshot: Snapshot): boolean {
  return caption !== snapshot.caption || location !== (snapshot.location ?? null)
}

/** Guesses the type of a medium from its URL, because a snapshot stores nothing else. */
function mediumOf({ url, alt }: { url: string; alt: string | null }): PostMedium {
  // The video player also plays voice notes.
  const type = /\.(?:mp4|webm|weba|ogg|m4a|mp3)$/.test(url) ? 'video' : 'image'
  return { postImage: url, thumbnail: null, type, width: null, height: null, alt }
}
