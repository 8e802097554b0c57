import type { Group, GroupMembership } from '@rootsquare/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { AboutCard } from '#web/features/groups/page/about-card.tsx'
import { groupOf } from '#web/entities/groups/groups-api.ts'
import { standingOf } from '#web/entities/groups/membership-api.ts'
import { MarketTeaser } from '#web/features/market/browse/teaser.tsx'
import { focusComposer } from '#web/features/posts/composer/composer-focus.ts'
import { Composer } from '#web/features/posts/composer/composer.tsx'
import { postsOfGroup } from '#web/features/posts/api.ts'
import { Feed } from '#web/features/posts/feed/feed.tsx'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { CreateGroupButton } from '#web/features/groups/create/create-group-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import classes from './group-feed-page.module.css'

export function GroupFeedPage() {
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  const { data: group } = useQuery(groupOf(Number(groupId)))
  const { data: standing } = useQuery(standingOf(Number(groupId)))
  // The layout renders this page only once the group has loaded.
  return group && <GroupFeed group={group} standing={standing} />
}

type GroupFeedProps = { group: Group; standing: GroupMembership | undefined }

function GroupFeed({ group, standing }: GroupFeedProps) {
  // On a phone the column next to the feed is neither shown nor loaded, since About is a tab there.
  const isPhone = useMediaQuery('(max-width: 767px)')
  const canPost = standing?.can.post ?? false
  return (
    <div className={`${classes.columns} display-grid gap-l`}>
      <div className={`stack ${classes.feed}`}>
        <h2 className="sr-only">Feed</h2>
        {canPost && <Composer groups={[]} fixedGroup={group} />}
        {standing && !canPost && <JoinCard group={group} />}
        <Feed source={postsOfGroup(group.id)} whenEmpty={<NoPosts canPost={canPost} />} />
      </div>
      {!isPhone && (
        <div className={`stack ${classes.right}`}>
          <CreateGroupButton />
          <AboutCard group={group} />
          <MarketTeaser />
        </div>
      )}
    </div>
  )
}

/** Says what Join above is for. It has no button of its own, since one Join is enough. */
function JoinCard({ group }: { group: Group }) {
  return (
    <section className={`card-box stack gap-2xs padded ${classes.join}`} aria-labelledby="join-group">
      <h2 id="join-group" className="text-m bold">
        Take part
      </h2>
      <p>
        Join {group.name} to write here, to have its posts in your home feed, and to propose what its pages
        say.
      </p>
    </section>
  )
}

function NoPosts({ canPost }: { canPost: boolean }) {
  const action = canPost && (
    <Button variant="outline" onClick={focusComposer}>
      Write the first post
    </Button>
  )
  return <EmptyCard text="No posts yet" action={action} />
}
