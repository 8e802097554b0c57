import type { Post } from '@rootsquare/contract/posts'
import { brand } from '@rootsquare/contract/product'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useState } from 'react'
import { profileOf } from '#web/entities/members/own-profile.ts'
import { postOf } from '#web/features/posts/api.ts'
import { CommentSection } from '#web/features/posts/comments/comment-section.tsx'
import { unsentComments } from '#web/features/posts/comments/pending-comments.ts'
import { useIsGone } from '#web/entities/posts/gone-posts.ts'
import { PostCard } from '#web/features/posts/card/post-card.tsx'
import { WaysIn } from '#web/features/posts/feed/ways-in.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useShortcuts } from '#web/lib/navigation/shortcuts.ts'
import { whenNoLayer } from '#web/lib/navigation/when-no-layer.ts'
import { useBackToFeed } from '#web/lib/navigation/back-to-feed.ts'
import { postIdIn, postTitle } from '#web/entities/posts/post-address.ts'
import { Logo } from '#web/ui/layout/logo.tsx'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { UnsentText } from '#web/ui/feedback/unsent-label.tsx'
import classes from './post-page.module.css'

const goneTitle = 'This post is not here any more'

/** Open to all: a member reads and answers, a visitor reads and is asked in. */
export function PostPage() {
  const { id } = useParams({ strict: false })
  const memberId = useSession()?.userId ?? null
  const postId = postIdIn(id)
  if (postId === null) return <GonePage memberId={memberId} postId={null} />
  return <OnePost key={`${postId}.${memberId}`} postId={postId} memberId={memberId} />
}

type OnePostProps = { postId: number; memberId: number | null }

function OnePost({ postId, memberId }: OnePostProps) {
  const router = useRouter()
  const [isLeaving, setLeaving] = useState(false)
  const isGone = useIsGone(postId)
  // What a visitor is shown says nothing of what the same person may do once signed in.
  const kept = memberId === null ? { gcTime: 0 } : {}
  const post = useQuery({ ...postOf(postId), ...kept, enabled: !isGone })
  const trouble =
    post.data === undefined && post.isError ? serverMessage(post.error, 'Failed to load post') : null
  const isNotThere = isGone || isRefused(post.error)
  usePageTitle(isNotThere ? goneTitle : postTitle(post.data))
  useErrorSnackbar(isNotThere ? null : trouble, post.errorUpdateCount)
  useDeedShortcuts()

  async function leave(): Promise<void> {
    setLeaving(true)
    await whenNoLayer(router)
    await router.navigate({ to: routes.User, replace: true })
  }

  if (isNotThere && !isLeaving) return <GonePage memberId={memberId} postId={postId} />
  return (
    <div className={classes.page} data-visitor={memberId === null || undefined}>
      {memberId === null ? <VisitorsTop postId={postId} /> : <BackLink />}
      {trouble !== null && <ErrorCard text={trouble} onRetry={() => void post.refetch()} />}
      {(post.isPending || isLeaving) && <PostSkeleton />}
      {post.data !== undefined && !isLeaving && (
        <>
          <h1 className="sr-only">Post by {`${post.data.firstname} ${post.data.lastname}`}</h1>
          <PostCard post={post.data} isWhole isTiled={memberId === null} onDeleted={() => void leave()} />
          {memberId === null ? (
            <JoinPanel postId={postId} />
          ) : (
            <Comments post={post.data} memberId={memberId} />
          )}
        </>
      )}
    </div>
  )
}

/** Gone, never there, or no number of a post at all. */
function isRefused(failure: unknown): boolean {
  return isMissing(failure) || (failure instanceof CallError && failure.status === 400)
}

function Comments({ post, memberId }: { post: Post; memberId: number }) {
  const profile = useQuery(profileOf(memberId)).data
  const name = profile === undefined ? 'You' : `${profile.firstname} ${profile.lastname}`
  return <CommentSection post={post} writer={{ id: memberId, name, image: profile?.profileImage ?? null }} />
}

function BackLink() {
  const goBack = useBackToFeed()
  return (
    <div className={classes.top}>
      <Link to={routes.User} className={classes.back} onClick={goBack}>
        <ArrowLeft size={20} strokeWidth={1.9} aria-hidden="true" />
        Back to the feed
      </Link>
    </div>
  )
}

function VisitorsTop({ postId }: { postId: number }) {
  return (
    <div className={classes.top}>
      <Link to="/" className={['display', classes.brand].join(' ')}>
        <Logo />
        <span>{brand}</span>
      </Link>
      <WaysIn postId={postId} isSmall />
    </div>
  )
}

function JoinPanel({ postId }: { postId: number }) {
  return (
    <section className={classes.panel} aria-labelledby="join">
      <h2 id="join">Create an account</h2>
      <p>Members read the comments, answer, like and follow, and meet people of their own roots.</p>
      <WaysIn postId={postId} isForNew />
    </section>
  )
}

type GonePageProps = { memberId: number | null; postId: number | null }

/** Words somebody wrote for a post that went meanwhile are not lost with it. */
function GonePage({ memberId, postId }: GonePageProps) {
  const unsent = memberId === null || postId === null ? [] : unsentComments({ memberId, postId })
  return (
    <NoticePage title={goneTitle} cloth={{ family: 'nok', palette: 'clay' }}>
      <p>It was deleted, or the link to it is wrong.</p>
      <UnsentText words={unsent} />
      <Link to={memberId === null ? '/' : routes.User} className="link">
        {memberId === null ? 'Go to sign in' : 'Back to the feed'}
      </Link>
    </NoticePage>
  )
}

/** As tall as most posts. */
function PostSkeleton() {
  return (
    <div className={['card', classes.skeleton].join(' ')} aria-hidden="true">
      <span className={classes.ghostHead} />
      <span className={classes.ghostLine} />
      <span className={classes.ghostLine} />
      <span className={classes.ghostPicture} />
    </div>
  )
}

/** Each failure anew, as the same words may come twice. */
function useErrorSnackbar(trouble: string | null, failures: number): void {
  useEffect(() => {
    if (trouble !== null) showSnackbar('error', trouble)
  }, [trouble, failures])
}

/** The same keys as in a feed. */
function useDeedShortcuts(): void {
  const button = (deed: string) => document.querySelector<HTMLElement>(`main [data-deed=${deed}]`)
  const press = (deed: string) => ({
    run: () => button(deed)?.click(),
    when: () => button(deed) !== null,
  })
  useShortcuts([
    { keys: 'l', does: 'Like the post', ...press('like') },
    { keys: 'c', does: 'Write a comment', ...press('comment') },
  ])
}
