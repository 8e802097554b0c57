import { Link } from '@tanstack/react-router'
import { bookmarks } from '#web/features/posts/post-lists.ts'
import { Feed } from '#web/features/posts/feed/feed.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import { Page, PageHead } from '#web/ui/layout/page.tsx'

/** Lists the posts that the member has saved, which nobody else can see. */
export function BookmarksPage() {
  usePageTitle('Bookmarks')
  const toFeed = (
    <Link to={routes.User} className="text-link">
      Go to the feed
    </Link>
  )
  const empty = (
    <EmptyCard text="Nothing saved yet. Press Save under a post to find it here." action={toFeed} />
  )
  return (
    <Page width={672} isEdgeToEdge>
      <PageHead title="Bookmarks">
        <p className="full-width muted">Only you can see what you save.</p>
      </PageHead>
      <Feed source={bookmarks} whenEmpty={empty} />
    </Page>
  )
}
