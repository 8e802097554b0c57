import { foldTag } from '@rootsquare/contract/lib/mentions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { feedOf, type FeedSource } from '#web/features/posts/api.ts'
import { postsWithTag } from '#web/features/posts/post-lists.ts'
import { Feed } from '#web/features/posts/feed/feed.tsx'
import { PopularTags } from '#web/entities/posts/popular-tags.tsx'
import { postsOf } from '#web/entities/posts/post-cache.ts'
import { quantityText, totalText } from '#web/lib/format/count-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import { lastOf } from '#web/lib/browser/lists.ts'
import { Page, PageHead } from '#web/ui/layout/page.tsx'

/** Lists the posts with a tag, however it is spelled in the address. */
export function TagPage() {
  const { tag: written } = useParams({ from: '/members/tag/$tag' })
  const tag = foldTag(written).replaceAll(/[#\s]/gu, '')
  usePageTitle(`#${tag}`)
  const source = postsWithTag(tag)
  const empty = <EmptyCard text={`No posts with #${tag} yet. Write one with #${tag} in its text.`} />
  return (
    <Page width={672} isEdgeToEdge>
      <PageHead title={`#${tag}`}>
        <p className="full-width muted">
          <Count source={source} />
        </p>
      </PageHead>
      <Feed source={source} whenEmpty={empty} />
      <PopularTags />
    </Page>
  )
}

/** Counts the loaded posts, because the server does not count them. */
function Count({ source }: { source: FeedSource }) {
  const { data } = useInfiniteQuery({ ...feedOf(source), enabled: false })
  if (data === undefined) return 'Posts with this tag'
  const count = postsOf(data).length
  const hasMore = lastOf(data.pages)?.nextCursor != null
  return hasMore ? `${totalText(count, true)} posts` : quantityText(count, 'post')
}
