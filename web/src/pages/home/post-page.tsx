import type { Post } from '@rootsquare/contract/posts'
import { brand } from '@rootsquare/contract/product'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { profileOf } from '#web/entities/members/members-api.ts'
import { postOf } from '#web/features/posts/api.ts'
import { CommentSection } from '#web/features/posts/page/comment-section.tsx'
import { commentOutbox } from '#web/features/posts/comments/add-comment.ts'
import { removeFromLists, useIsDeleted } from '#web/entities/posts/deleted-posts.ts'
import { PostCard } from '#web/features/posts/card/post-card.tsx'
import { SignInLinks } from '#web/features/posts/dialogs/sign-in-links.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { isMissing, serverMessage } from '#web/lib/net/server-message.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useUnsentTexts } from '#web/lib/storage/outbox.ts'
import { useShortcuts } from '#web/lib/navigation/shortcuts.ts'
import { idIn, textIn } from '#web/lib/navigation/search-params.ts'
import { whenNoLayer } from '#web/lib/navigation/when-no-layer.ts'
import { useBackToFeed } from '#web/lib/navigation/back-to-list.ts'
import { postIdIn, postTitle } from '#web/entities/posts/post-address.ts'
import { Logo } from '#web/ui/layout/logo.tsx'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'
import { BackLink } from '#web/ui/layout/page.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { UnsentText } from '#web/ui/feedback/unsent-text.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './post-page.module.css'

const missingTitle = 'This post is no longer available'

/** Is public: members read and comment, while visitors read and are invited to sign in. */
export function PostPage() {
  const { id } = useParams({ strict: false })
  const memberId = useSession()?.userId ?? null
  const postId = postIdIn(id)
  if (postId === null) return <MissingPostPage memberId={memberId} postId={null} />
  return <OnePost key={`${postId}.${memberId}`} postId={postId} memberId={memberId} />
}

type OnePostProps = { postId: number; memberId: number | null }

function OnePost({ postId, memberId }: OnePostProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const isDeleted = useIsDeleted(postId)
  // A visitor's rights are not those of the same person after signing in, so they are not cached.
  const visitorOptions = memberId === null ? { gcTime: 0 } : {}
  const post = useQuery({ ...postOf(postId), ...visitorOptions, enabled: !isDeleted })
  const error =
    post.data === undefined && post.isError ? serverMessage(post.error, 'Failed to load post') : null
  const isMissingPost = isDeleted || isNotFound(post.error)
  usePageTitle(isMissingPost ? missingTitle : postTitle(post.data))
  useErrorSnackbar(isMissingPost ? null : error, post.errorUpdateCount)
  usePostShortcuts()
  useEffect(() => {
    if (isMissing(post.error)) removeFromLists(queryClient, postId)
  }, [queryClient, postId, post.error])

  async function leave(): Promise<void> {
    setLeaving(true)
    await whenNoLayer(router)
    await router.navigate({ to: routes.User, replace: true })
  }

  if (isMissingPost && !isLeaving) return <MissingPostPage memberId={memberId} postId={postId} />
  return (
    <div
      className={`edge-to-edge auto-margins ${classes.page} display-flex column gap-m`}
      data-visitor={memberId === null || undefined}
    >
      {memberId === null ? <VisitorHeader postId={postId} /> : <BackToFeed />}
      {error !== null && <ErrorCard text={error} onRetry={() => void post.refetch()} />}
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

/** Returns whether the post was deleted, was never written, or cannot exist because its id is invalid. */
function isNotFound(failure: unknown): boolean {
  return isMissing(failure) || (failure instanceof CallError && failure.status === 400)
}

function Comments({ post, memberId }: { post: Post; memberId: number }) {
  const profile = useQuery(profileOf(memberId)).data
  const name = profile === undefined ? 'You' : `${profile.firstname} ${profile.lastname}`
  const writer = { id: memberId, name, image: profile?.profileImage ?? null }
  const linkedId = idIn(textIn(useSearch({ from: '/shared/post/$id' }), 'comment')) ?? null
  return <CommentSection post={post} writer={writer} linkedId={linkedId} />
}

function BackToFeed() {
  const goBack = useBackToFeed()
  return (
    <BackLink to={routes.User} className={classes.back} onClick={goBack}>
      Back to the feed
    </BackLink>
  )
}

function VisitorHeader({ postId }: { postId: number }) {
  return (
    <div className={`flex-row gap-s touch ${classes.top}`}>
      <Link to="/" className={`display-text flex-row gap-s touch ${classes.brand} text-xl`}>
        <Logo />
        <span>{brand}</span>
      </Link>
      <SignInLinks postId={postId} isSmall />
    </div>
  )
}

function JoinPanel({ postId }: { postId: number }) {
  return (
    <section className={`stack gap-s ${classes.panel} soft-gold`} aria-labelledby="join">
      <h2 id="join">Create an account</h2>
      <p>Members read and write comments, like, follow, and meet people who share their roots.</p>
      <SignInLinks postId={postId} isSignUpFirst />
    </section>
  )
}

type MissingPostPageProps = { memberId: number | null; postId: number | null }

/** Says that the post is deleted, and gives back comments on it that were not sent. */
function MissingPostPage({ memberId, postId }: MissingPostPageProps) {
  return (
    <NoticePage title={missingTitle} cloth={{ family: 'nok', palette: 'clay' }}>
      <p>It was deleted, or the link is wrong.</p>
      {memberId !== null && postId !== null && <UnsentComments memberId={memberId} postId={postId} />}
      <Link to={memberId === null ? '/' : routes.User} className="text-link">
        {memberId === null ? 'Go to sign in' : 'Back to the feed'}
      </Link>
    </NoticePage>
  )
}

function UnsentComments({ memberId, postId }: { memberId: number; postId: number }) {
  return <UnsentText texts={useUnsentTexts(commentOutbox(memberId, postId))} />
}

function PostSkeleton() {
  return (
    <div className={`card-box stack gap-s ${classes.skeleton} padded`} aria-hidden="true">
      {['author', 'first-line', 'second-line', 'picture'].map((part) => (
        <span key={part} className="ghost-box" />
      ))}
    </div>
  )
}

function usePostShortcuts(): void {
  const button = (action: string) => document.querySelector<HTMLElement>(`main [data-post-action=${action}]`)
  const press = (action: string) => ({
    run: () => button(action)?.click(),
    when: () => button(action) !== null,
  })
  useShortcuts([
    { keys: 'l', does: 'Like the post', ...press('like') },
    { keys: 'c', does: 'Write a comment', ...press('comment') },
  ])
}
