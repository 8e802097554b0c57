import { groupSorts, type GroupSort } from '@rootsquare/contract/groups'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import Map from 'lucide-react/icons/map'
import { useEffect, useRef } from 'react'
import { groupsNamed } from '#web/entities/groups/groups-api.ts'
import { AllGroups, JoinedGroups, useJoinedGroups } from '#web/features/groups/list/group-lists.tsx'
import type { JoinedGroupsQuery } from '#web/features/groups/list/group-lists.tsx'
import { oneOf } from '#web/lib/navigation/search-params.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useMember } from '#web/lib/session/session.ts'
import { CreateGroupButton } from '#web/features/groups/create/create-group-button.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { SearchField } from '#web/ui/fields/search-pill.tsx'
import { Tab, Tabs } from '#web/ui/controls/tabs.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { FilterChoice } from '#web/ui/table/filter-choice.tsx'
import { useSearchText } from '#web/ui/fields/use-search-text.ts'
import { Page, PageHead } from '#web/ui/layout/page.tsx'
import classes from './group-lists.module.css'

type ListTab = 'joined' | 'all'

const tabNames = { joined: 'Joined Groups', all: 'All Groups' } as const satisfies Record<ListTab, string>
const sortOptions: { value: GroupSort; name: string }[] = [
  { value: 'members', name: 'Most members' },
  { value: 'active', name: 'Most active' },
]
const unit = ['group', 'groups'] as const
const inPlace = { state: { keepsFocus: true }, resetScroll: false } as const

export function GroupListPage() {
  const joined = useJoinedGroups(useMember().userId)
  const all = useInfiniteQuery(groupsNamed(''))
  const tab = useTab(joined)
  useFocusOnCurrentTab(tab)
  usePageTitle('Groups')
  const tabProps = (name: ListTab) => ({
    name: tabNames[name],
    count: name === 'all' ? (all.data?.pages[0]?.totalElements ?? undefined) : joined.count,
    unit,
    isCurrent: name === tab,
  })
  return (
    <Page width={760} isEdgeToEdge>
      <PageHead title="Groups" className={`${classes.head} min-height-48`}>
        <Link
          to="/group-map"
          search={{ view: 'map' }}
          className={`flex-row touch strong full-radius ${classes.mapLink}`}
        >
          <Icon of={Map} />
          See the map
        </Link>
        <CreateGroupButton />
      </PageHead>
      <div className="card-box top-tabs">
        <Tabs label="Groups" current={tab ?? ''}>
          <Tab to="/group-list" search={{ tab: 'joined' }} {...inPlace} {...tabProps('joined')} />
          <Tab to="/group-list" search={{ tab: 'all' }} {...inPlace} {...tabProps('all')} />
        </Tabs>
      </div>
      {tab === null ? (
        <RowsSkeleton label="Loading groups" />
      ) : (
        <TabContent key={tab} tab={tab} joined={joined} />
      )}
    </Page>
  )
}

/** Returns the tab of joined groups unless there are none, and null until that is known. */
function useTab(joined: JoinedGroupsQuery): ListTab | null {
  const { tab } = useSearch({ from: '/members/group-list' })
  const navigate = useNavigate()
  const isNone = joined.isComplete && joined.groups.length === 0
  const isUnset = tab !== 'joined' && tab !== 'all'
  // Stored in the address, so that the first Join does not switch the tab.
  useEffect(() => {
    if (isUnset && isNone)
      void navigate({
        to: '/group-list',
        search: (now) => ({ ...now, tab: 'all' }),
        ...inPlace,
        replace: true,
      })
  }, [isUnset, isNone, navigate])
  if (tab === 'joined' || tab === 'all') return tab
  if (joined.query.isPending) return null
  return isNone ? 'all' : 'joined'
}

/** Moves the focus to the current tab when the link that led to it is removed with its own tab. */
function useFocusOnCurrentTab(tab: ListTab | null): void {
  const before = useRef(tab)
  useEffect(() => {
    const hasChanged = before.current !== null && before.current !== tab
    before.current = tab
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (hasChanged && isLost) document.querySelector<HTMLElement>('main nav [aria-current]')?.focus()
  }, [tab])
}

function TabContent({ tab, joined }: { tab: ListTab; joined: JoinedGroupsQuery }) {
  const { q = '', sort: requestedSort } = useSearch({ from: '/members/group-list' })
  const sort = oneOf(groupSorts, requestedSort) ?? 'name'
  const navigate = useNavigate()
  const show = (now: { q: string; sort: GroupSort }) => {
    const newSearch = {
      tab,
      ...(now.q !== '' && { q: now.q }),
      ...(now.sort !== 'name' && { sort: now.sort }),
    }
    void navigate({ to: '/group-list', search: newSearch, ...inPlace, replace: true })
  }
  const search = useSearchText(q, (text) => show({ q: text, sort }))
  return (
    <>
      <SearchField label={`Search ${tabNames[tab].toLowerCase()}`} search={search} />
      <div className={classes.sort}>
        <FilterChoice
          label="Sort"
          none="Name"
          options={sortOptions}
          value={sort === 'name' ? undefined : sort}
          onChange={(value) => show({ q, sort: oneOf(groupSorts, value) ?? 'name' })}
        />
      </div>
      {tab === 'joined' && <JoinedGroups joined={joined} typed={search.typed} sort={sort} />}
      {tab === 'all' && <AllGroups searchText={q} sort={sort} joined={joined} onClear={search.clear} />}
    </>
  )
}
