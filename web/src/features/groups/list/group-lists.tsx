import type { Group, GroupSort } from '@rootsquare/contract/groups'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { groupsNamed, memberGroupsOf } from '#web/entities/groups/groups-api.ts'
import { groupsIn } from '#web/entities/groups/groups-in.ts'
import { alsoNamed, isNamed } from '#web/entities/groups/match-group.ts'
import { UnknownStanding } from '#web/features/groups/page/membership-controls.tsx'
import { useJoining, type Joining } from '#web/entities/groups/use-joining.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { GroupRow } from '#web/features/groups/list/group-row.tsx'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import { useAllPages } from '#web/entities/groups/use-all-pages.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './group-list.module.css'

type AllGroupsProps = {
  searchText: string
  sort: GroupSort
  joined: JoinedGroupsQuery
  onClear: () => void
}

/** Lets the server search, since it ignores accents and also finds groups by other names and by states. */
export function AllGroups({ searchText, sort, joined, onClear }: AllGroupsProps) {
  const query = useInfiniteQuery({ ...groupsNamed(searchText, sort), placeholderData: keepPreviousData })
  if (query.isPending) return <RowsSkeleton label="Loading groups" />
  if (query.data === undefined) return <LoadError query={query} />
  const groups = groupsIn(query.data)
  const { query: own, isComplete } = joined
  return (
    <section className="card-box" aria-label="All Groups">
      {!isComplete && own.errorUpdateCount > 0 && (
        <div className="pad-s line-below">
          <UnknownStanding
            text="Which of these you have joined could not be loaded."
            isBusy={own.isFetching}
            onRetry={() => void (own.isFetchNextPageError ? own.fetchNextPage() : own.refetch())}
          />
        </div>
      )}
      {groups.length === 0 && <NoGroups isSearch={searchText !== ''} onClear={onClear} />}
      <ul aria-label="Groups" className="settling" data-settling={query.isPlaceholderData || undefined}>
        <ListRows of={groups} rowKey={({ id }) => id}>
          {(group) => (
            <GroupListRow
              group={group}
              also={alsoNamed(group, searchText)}
              isJoined={joined.isJoined(group) || (isComplete ? false : undefined)}
            />
          )}
        </ListRows>
      </ul>
      <GroupCount count={query.isPlaceholderData || searchText === '' ? undefined : groups.length} />
      <LoadMore pages={query} />
    </section>
  )
}

function NoGroups({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  if (!isSearch) return <EmptyMessage text="No groups available" />
  const showAll = (
    <Button variant="outline" onClick={onClear}>
      Show all groups
    </Button>
  )
  return <EmptyMessage text="No matching groups found" action={showAll} />
}

/** `isJoined` is undefined until it is known. */
type GroupListRowProps = { group: Group; also: string | undefined; isJoined: boolean | undefined }

function GroupListRow({ group, also, isJoined }: GroupListRowProps) {
  const joining = useJoining(group)
  const isPending = joining.isJoining && isJoined === false
  const shown = isPending ? { ...group, users: group.users + 1 } : group
  return (
    <li className={`divided flex-row gap-2xs ${classes.row} pad-right-s`}>
      <GroupRow group={shown} also={also} isDetailed />
      {isJoined !== undefined && <JoinButton group={group} isJoined={isJoined} joining={joining} />}
    </li>
  )
}

type JoinButtonProps = { group: Group; isJoined: boolean; joining: Joining }

/** Shows Joined at once, and Join again if the server rejects it. It remains a button so that it keeps the focus. */
function JoinButton({ group, isJoined, joining: { join, status } }: JoinButtonProps) {
  const isOn = isJoined || status === 'pending' || status === 'success'
  const className = ['flex-row gap-xs rigid', isOn ? classes.mark : classes.join].join(' ')
  const icon = isOn && <Icon of={Check} />
  if (isJoined && status === 'idle') return <span className={className}>{icon}Joined</span>
  return (
    <button
      type="button"
      className={className}
      aria-disabled={isOn || undefined}
      onClick={() => (isOn ? undefined : join())}
    >
      {icon}
      {isOn ? 'Joined' : 'Join'}
      <span className="sr-only"> {group.name}</span>
    </button>
  )
}

export type JoinedGroupsQuery = ReturnType<typeof useJoinedGroups>

/** Loads every page, since the list of all groups marks each one that is joined. */
export function useJoinedGroups(memberId: number) {
  const query = useInfiniteQuery(memberGroupsOf(memberId))
  useAllPages(query)
  const groups = groupsIn(query.data)
  const isComplete = query.data !== undefined && !query.hasNextPage
  return {
    query,
    groups,
    isComplete,
    count: isComplete ? groups.length : (query.data?.pages[0]?.totalElements ?? undefined),
    isJoined: ({ id }: Group) => groups.some((group) => group.id === id),
  }
}

type JoinedGroupsProps = { joined: JoinedGroupsQuery; typed: string; sort: GroupSort }

/** All joined groups are loaded, so they are filtered and sorted here without a call. */
export function JoinedGroups({ joined, typed, sort }: JoinedGroupsProps) {
  const { query, groups, isComplete } = joined
  if (query.isPending) return <RowsSkeleton label="Loading groups" />
  if (query.data === undefined) return <LoadError query={query} />
  const searchText = typed.trim()
  const found = groups.filter((group) => isNamed(group, searchText)).sort(orders[sort])
  const isNone = isComplete && found.length === 0
  return (
    <section className="card-box" aria-label="Joined Groups">
      {isNone && <NoneFound searchText={groups.length === 0 ? '' : searchText} />}
      <ul aria-label="Groups">
        <ListRows of={found} rowKey={({ id }) => id}>
          {(group) => (
            <li className={`divided flex-row ${classes.row} pad-right-s`}>
              <GroupRow group={group} also={alsoNamed(group, searchText)} isDetailed />
            </li>
          )}
        </ListRows>
      </ul>
      <GroupCount count={isComplete && searchText !== '' ? found.length : undefined} />
      <LoadMore pages={query} />
    </section>
  )
}

/** Equal groups keep the order by name in which they were loaded. */
const orders: Record<GroupSort, (one: Group, other: Group) => number> = {
  name: () => 0,
  members: (one, other) => other.users - one.users,
  active: (one, other) => (other.lastPostDate ?? '').localeCompare(one.lastPostDate ?? ''),
}

/** Announces to screen readers how many groups a search has found. */
function GroupCount({ count }: { count: number | undefined }) {
  return <output className="sr-only">{count === undefined ? '' : quantityText(count, 'group')}</output>
}

function NoneFound({ searchText }: { searchText: string }) {
  const isSearch = searchText !== ''
  const action = (
    <Link
      to="/group-list"
      search={isSearch ? { tab: 'all', q: searchText } : { tab: 'all' }}
      state={{ keepsFocus: true }}
      resetScroll={false}
      className={`flex-row hover-mark ${classes.action}`}
    >
      {isSearch ? 'Search all groups' : 'See all groups'}
    </Link>
  )
  const text = isSearch ? 'No matching groups found' : 'You have not joined a group yet.'
  return <EmptyMessage text={text} action={action} />
}
