import type { Profile } from '@rootsquare/contract/profiles'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import UserPlus from 'lucide-react/icons/user-plus'
import { Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import { profileOf } from '#web/entities/members/members-api.ts'
import { ProfileCard, ProfileCardSkeleton } from '#web/features/accounts/profile-card.tsx'
import { groupOf, memberGroupsOf } from '#web/entities/groups/groups-api.ts'
import { groupsIn } from '#web/entities/groups/groups-in.ts'
import { YourGroups } from '#web/features/groups/list/your-groups.tsx'
import { MarketTeaser } from '#web/features/market/browse/teaser.tsx'
import { FindPeople } from '#web/features/people/search/member-search.tsx'
import { feedOf, homePosts } from '#web/features/posts/api.ts'
import { Composer } from '#web/features/posts/composer/composer.tsx'
import { focusComposer } from '#web/features/posts/composer/composer-focus.ts'
import { Feed } from '#web/features/posts/feed/feed.tsx'
import { useReloadFeed } from '#web/features/posts/feed/use-feed.ts'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { onHomeRefresh } from '#web/lib/session/refresh-home.ts'
import { useMember } from '#web/lib/session/session.ts'
import { partOfDayText, greetingIn, partOfDay } from '#web/lib/format/greeting-text.ts'
import { usePanelScroll } from '#web/lib/navigation/panel-scroll.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'
import { Cloth } from '#web/ui/layout/cloth.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'
import classes from './home-page.module.css'

/** With fewer posts than this there is room to suggest people and groups. */
const fewPosts = 5

/** Is loaded only for a short feed, and left out without a connection. */
const HomeSuggestions = lazyExtra(
  async () => (await import('#web/pages/home/home-suggestions.tsx')).HomeSuggestions,
)

/** Opens the composer for a shortcut of the installed app, and for what another app shares. */
const SharedPost = lazyExtra(
  async () => (await import('#web/features/posts/composer/shared-post.tsx')).SharedPost,
)

export function HomePage() {
  const { userId: memberId } = useMember()
  usePageTitle('Home')
  // On a phone the columns beside the feed are neither shown nor fetched.
  const isPhone = useMediaQuery('(max-width: 767px)')
  return (
    <div className={`edge-to-edge ${classes.page} display-grid gap-l`}>
      <LeftColumn memberId={memberId} />
      <Centre memberId={memberId} isPhone={isPhone} />
      {!isPhone && (
        <div className={`stack ${classes.right}`}>
          <FindPeople />
          <MarketTeaser />
        </div>
      )}
    </div>
  )
}

function LeftColumn({ memberId }: { memberId: number }) {
  const profile = useQuery(profileOf(memberId))
  return (
    <div className={`stack ${classes.left}`}>
      {profile.isPending && <ProfileCardSkeleton />}
      {profile.isLoadingError && <LoadError query={profile} />}
      {profile.data && <ProfileCard profile={profile.data} />}
      <YourGroups memberId={memberId} />
    </div>
  )
}

function Centre({ memberId, isPhone }: { memberId: number; isPhone: boolean }) {
  const { data: profile } = useQuery(profileOf(memberId))
  const { data: groups } = useInfiniteQuery(memberGroupsOf(memberId))
  const isPanel = useMediaQuery('(min-width: 1024px)')
  const sheet = useLoadedDialog(
    async () => (await import('#web/features/people/search/find-people-sheet.tsx')).FindPeopleSheet,
  )
  const panel = useRef<HTMLDivElement>(null)
  usePanelScroll(panel, isPanel)
  useHomeAgain(panel)
  const isFeedShort = useFeedShort()
  const isComposing = useRouterState({ select: ({ location }) => 'compose' in location.search })
  const joined = groupsIn(groups)

  function search(): void {
    if (isPhone) void sheet.open()
    else document.querySelector<HTMLElement>('main input[type=search]')?.focus()
  }

  return (
    <div
      ref={panel}
      className={`stack ${classes.centre} content-top shrinkable`}
      data-panel={isPanel || undefined}
    >
      <div className="flex-row between">
        <Greeting profile={profile} />
        {isPhone && (
          <IconButton label="Find people" className={classes.search} onClick={search} icon={UserPlus} />
        )}
      </div>
      <Composer groups={joined} />
      {isComposing && (
        <Suspense>
          <SharedPost />
        </Suspense>
      )}
      <Feed source={homePosts} isPanel={isPanel} whenEmpty={<EmptyFeed onSearch={search} />} />
      {isFeedShort && (
        <Suspense>
          <HomeSuggestions />
        </Suspense>
      )}
      {sheet.Dialog && <sheet.Dialog onClose={sheet.close} />}
    </div>
  )
}

/** Counts a short feed as short until home is left, so that the first follow does not remove the other suggestions. */
function useFeedShort(): boolean {
  const { data } = useInfiniteQuery({ ...feedOf(homePosts), enabled: false })
  const [wasShort, setWasShort] = useState(false)
  const [first] = data?.pages ?? []
  const isShort = first !== undefined && first.last && first.content.length < fewPosts
  if (isShort && !wasShort) setWasShort(true)
  return wasShort
}

/** Scrolls to the top and loads new posts when Home is pressed on the home page. */
function useHomeAgain(panel: RefObject<HTMLElement | null>): void {
  const { mutate, isPending } = useReloadFeed(homePosts)
  useEffect(
    () =>
      onHomeRefresh(() => {
        // On a low screen both the panel and the window can scroll.
        for (const scroller of [panel.current, window]) scroller?.scrollTo({ top: 0, behavior: 'instant' })
        if (!isPending) mutate()
      }),
    [panel, mutate, isPending],
  )
}

/** Greets in the language of the member's group if it is known, else in English. */
function Greeting({ profile }: { profile: Profile | undefined }) {
  const [now] = useState(() => new Date())
  const groupId = profile?.groupId ?? null
  const group = useQuery({ ...groupOf(groupId ?? 0), enabled: groupId !== null })
  const part = partOfDay(now)
  // The name comes with the language, so that the greeting does not change a moment later.
  const isKnown = profile !== undefined && (groupId === null || !group.isPending)
  const greeting = greetingIn(isKnown ? group.data?.greeting : null, part) ?? `Good ${part}`
  return (
    <div className={classes.greeting}>
      <h1 className="display-text breakable clamped">
        {isKnown ? `${greeting}, ${profile.firstname}` : greeting}
      </h1>
      <p className="muted">{partOfDayText(now)} in your square</p>
    </div>
  )
}

/** Shows a newcomer with an empty feed what to do next. */
function EmptyFeed({ onSearch }: { onSearch: () => void }) {
  return (
    <section className={`card-box stack gap-xs muted padded ${classes.empty}`} aria-labelledby="no-posts">
      <h2 id="no-posts" className="text-m bold">
        No posts yet
      </h2>
      <div className={`flex-row ${classes.cloths}`} aria-hidden="true">
        <Cloth cloth={{ family: 'adire', palette: 'linen' }} isSwatch />
        <Cloth cloth={{ family: 'akwete', palette: 'leaf' }} isSwatch />
        <Cloth cloth={{ family: 'nok', palette: 'clay' }} isSwatch />
      </div>
      <p>
        Your feed shows what the people you follow post. Search for people you know, see what the groups talk
        about, or write the first post.
      </p>
      <ul className="flex-row wrap">
        <li>
          <button type="button" onClick={onSearch}>
            Find people
          </button>
        </li>
        <li>
          <Link to="/group-list">See all groups</Link>
        </li>
        <li>
          <button type="button" onClick={focusComposer}>
            Write a post
          </button>
        </li>
      </ul>
    </section>
  )
}
