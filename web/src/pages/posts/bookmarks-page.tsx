import { Link } from '@tanstack/react-router'
import { bookmarks } from '#web/features/posts/post-lists.ts'
import { Feed } from '#web/features/posts/feed/feed.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import classes from './post-list-page.module.css'

/** Lists the posts that the member has saved, which nobody else can see. */
export function BookmarksPage() {
  usePageTitle('Bookmarks')
  const toFeed = (
    <Link to={routes.User} className="text-link">
      Go to the feed
    </Link>
  )
  const empty = (
    <EmptyMessage text="Nothing saved yet. Press Save under a post to find it here." action={toFeed} />
  )
  return (
    <div className={`stack auto-margins ${classes.page}`}>
      <header className={classes.head}>
        <h1 className="display-text page-title">Bookmarks</h1>
        <p className="muted">Only you can see what you save.</p>
      </header>
      <Feed source={bookmarks} whenEmpty={<section className="card-box">{empty}</section>} />
    </div>
  )
}
