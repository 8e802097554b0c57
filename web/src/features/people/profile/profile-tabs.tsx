import type { Profile } from '@rootsquare/contract/profiles'
import { profileTabs, routes } from '#web/lib/navigation/route-names.ts'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'

export type ProfileTab = (typeof profileTabs)[number]

/** Returns the tab in the address, or posts if there is none or an unknown one. */
export function profileTabIn(name: string | undefined): ProfileTab {
  return profileTabs.find((tab) => tab === name) ?? 'posts'
}

const labels = {
  posts: { name: 'Posts', unit: ['post', 'posts'] },
  following: { name: 'Following', unit: ['member', 'members'] },
  followers: { name: 'Followers', unit: ['member', 'members'] },
  groups: { name: 'Groups', unit: ['group', 'groups'] },
  items: { name: 'Items', unit: ['item', 'items'] },
} as const

type ProfileTabsProps = { profile: Profile; tab: ProfileTab; isAtOwn: boolean }

export function ProfileTabs({ profile, tab, isAtOwn }: ProfileTabsProps) {
  const counts: Record<ProfileTab, number> = {
    posts: profile.postsCount,
    following: profile.followingCount,
    followers: profile.followersCount,
    groups: profile.groupsCount,
    items: profile.itemsCount,
  }
  const linkProps = { state: { keepsFocus: true }, resetScroll: false }
  return (
    <Tabs label="Profile" current={tab}>
      {profileTabs.map((name) => {
        const tabProps = { ...labels[name], count: counts[name], isCurrent: name === tab }
        return isAtOwn ? (
          <Tab key={name} to={routes.UserProfile} params={{ tab: name }} {...linkProps} {...tabProps} />
        ) : (
          <Tab
            key={name}
            to="/u/$username"
            params={{ username: profile.username }}
            search={{ tab: name }}
            {...linkProps}
            {...tabProps}
          />
        )
      })}
    </Tabs>
  )
}
