import type { Profile } from '@rootsquare/contract/profiles'
import { isStaff } from '@rootsquare/contract/lib/roles'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import ChartColumn from 'lucide-react/icons/chart-column'
import MessageCircle from 'lucide-react/icons/message-circle'
import Settings from 'lucide-react/icons/settings'
import { useState } from 'react'
import { MemberGroups } from '#web/features/groups/members/member-groups.tsx'
import { MemberItems } from '#web/features/market/browse/member-items.tsx'
import { SellerFigures } from '#web/features/orders/selling/seller-figures.tsx'
import { FindPeopleSheet } from '#web/features/people/search/find-people-sheet.tsx'
import { focusComposer } from '#web/features/posts/composer/composer-focus.ts'
import { UnblockButton } from '#web/entities/members/unblock-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FollowButton } from '#web/entities/members/follow-button.tsx'
import { MemberHeader } from '#web/features/people/profile/member-header.tsx'
import { ProfileCompletion } from '#web/features/people/profile/profile-completion.tsx'
import { MemberList } from '#web/features/people/profile/member-list.tsx'
import { MemberMenu } from '#web/features/people/profile/member-menu.tsx'
import { ShareProfile } from '#web/features/people/profile/share-profile.tsx'
import { postsOfMember } from '#web/features/posts/api.ts'
import { Feed } from '#web/features/posts/feed/feed.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { useMember } from '#web/lib/session/session.ts'
import { memberKeys } from '#web/entities/members/member-keys.ts'
import { ProfileTabs, type ProfileTab } from '#web/features/people/profile/profile-tabs.tsx'
import { EmptyCard } from '#web/ui/feedback/empty-message.tsx'
import { ButtonLink } from '#web/ui/controls/button-link.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Page } from '#web/ui/layout/page.tsx'

const ownNoItems =
  'You are not selling anything yet. What you publish will show once an admin has approved it.'

type MemberProfileProps = {
  profile: Profile
  viewerId: number
  tab: ProfileTab
  /** Whether the tabs are at /profile, as the viewer's own are, and not at /u. */
  isAtOwn: boolean
}

export function MemberProfile({ profile, viewerId, tab, isAtOwn }: MemberProfileProps) {
  const isOwn = profile.id === viewerId
  const isBlocked = profile.isBlockedByUser
  usePageTitle(isOwn ? 'Profile' : `${profile.firstname} ${profile.lastname}`)
  return (
    <Page width={860} isEdgeToEdge>
      <MemberHeader
        profile={profile}
        actions={<ProfileActions profile={profile} viewerId={viewerId} />}
        tabs={!isBlocked && <ProfileTabs profile={profile} tab={tab} isAtOwn={isAtOwn} />}
      />
      {isOwn && <ProfileCompletion profile={profile} />}
      <div className="auto-margins full-width" style={{ maxWidth: 640 }}>
        {isBlocked ? (
          <EmptyCard
            text={`You have blocked @${profile.username}`}
            action={
              <>
                <UnblockButton member={profile} />
                <Link
                  to={routes.MessagePage}
                  params={{ receipientId: String(profile.id) }}
                  className="text-link"
                >
                  Read the conversation
                </Link>
              </>
            }
          />
        ) : (
          <TabContent profile={profile} viewerId={viewerId} tab={tab} />
        )}
      </div>
    </Page>
  )
}

function ProfileActions({ profile, viewerId }: Pick<MemberProfileProps, 'profile' | 'viewerId'>) {
  const isByStaff = useMember().roles.some(isStaff)
  const isOwn = profile.id === viewerId
  const isBlocked = profile.isBlockedByUser
  return (
    <>
      {!isBlocked && <FollowButton member={profile} />}
      {!isOwn && !isBlocked && (
        <ButtonLink to={routes.MessagePage} params={{ receipientId: String(profile.id) }}>
          <Icon of={MessageCircle} />
          Message
        </ButtonLink>
      )}
      {isOwn && (
        <ButtonLink to="/settings">
          <Icon of={Settings} />
          Settings
        </ButtonLink>
      )}
      {isOwn && (
        <ButtonLink to={routes.UserAnalytics} params={{ userId: String(viewerId) }}>
          <Icon of={ChartColumn} />
          View your analytics
        </ButtonLink>
      )}
      <ShareProfile profile={profile} />
      {!isOwn && (
        <MemberMenu
          member={profile}
          can={{
            block: !isBlocked && !isStaff(profile.role),
            unblock: isBlocked,
            report: true,
            analytics: isByStaff,
          }}
        />
      )}
    </>
  )
}

function TabContent({ profile, viewerId, tab }: Omit<MemberProfileProps, 'isAtOwn'>) {
  const onItems = useItemsChange(viewerId)
  const { id, firstname } = profile
  const isOwn = id === viewerId
  const people = { memberId: id, action: isOwn && <SearchPeople /> }
  const nobodyTexts = {
    following: isOwn ? 'You are not following anyone yet.' : `${firstname} is not following anyone yet.`,
    followers: isOwn ? 'Nobody follows you yet.' : `Nobody follows ${firstname} yet.`,
  }
  if (tab === 'following' || tab === 'followers')
    return <MemberList key={tab} kind={tab} {...people} emptyText={nobodyTexts[tab]} />
  if (tab === 'groups')
    return (
      <MemberGroups
        memberId={id}
        emptyText={isOwn ? 'You have not joined a group yet.' : `${firstname} shows no group.`}
        action={isOwn && <SeeGroups />}
      />
    )
  if (tab === 'items')
    return (
      <>
        {isOwn && <SellerFigures />}
        <MemberItems
          memberId={id}
          isOwn={isOwn}
          emptyText={isOwn ? ownNoItems : `${firstname} has nothing for sale right now.`}
          onChange={onItems}
        />
      </>
    )
  return <MemberPosts memberId={id} isOwn={isOwn} />
}

function MemberPosts({ memberId, isOwn }: { memberId: number; isOwn: boolean }) {
  const nothing = <EmptyCard text="No posts yet" action={isOwn && <WritePost />} />
  return <Feed source={postsOfMember(memberId)} whenEmpty={nothing} />
}

function SearchPeople() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Find people
      </Button>
      {isOpen && <FindPeopleSheet onClose={() => setOpen(false)} />}
    </>
  )
}

function SeeGroups() {
  return <ButtonLink to="/group-list">See all groups</ButtonLink>
}

function WritePost() {
  const navigate = useNavigate()

  function write(): void {
    focusComposer()
    void navigate({ to: routes.User })
  }

  return (
    <Button variant="outline" onClick={write}>
      Write a post
    </Button>
  )
}

/** A new or deleted item changes the count on its seller's page. */
function useItemsChange(viewerId: number): () => void {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: memberKeys.profile(viewerId) })
    void queryClient.invalidateQueries({ queryKey: memberKeys.named })
  }
}
