import type { Group } from '@rootsquare/contract/groups'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memberGroupsOf } from '#web/entities/groups/groups-api.ts'
import { groupsIn } from '#web/entities/groups/groups-in.ts'
import { alsoNamed, isNamed } from '#web/entities/groups/match-group.ts'
import { useAllPages } from '#web/entities/groups/use-all-pages.ts'
import { GroupRow } from '#web/features/groups/list/group-row.tsx'
import { quantityText } from '#web/lib/format/count-text.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import classes from './group-list.module.css'

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

/** All joined groups are loaded, so they are filtered here without a call. */
export function JoinedGroups({ joined, typed }: { joined: JoinedGroupsQuery; typed: string }) {
  const { query, groups, isComplete } = joined
  if (query.isPending) return <RowsSkeleton label="Loading groups" />
  if (query.data === undefined)
    return <ErrorCard text={errorText(query.error)} onRetry={() => void query.refetch()} />
  const searchText = typed.trim()
  const found = groups.filter((group) => isNamed(group, searchText))
  const isNone = isComplete && found.length === 0
  return (
    <section className="card" aria-label="Joined Groups">
      {isNone && <NoneFound searchText={groups.length === 0 ? '' : searchText} />}
      <ul aria-label="Groups" className={classes.list}>
        {found.map((group) => (
          <li key={group.id} className={['row', classes.row].join(' ')}>
            <GroupRow group={group} also={alsoNamed(group, searchText)} />
          </li>
        ))}
      </ul>
      <GroupCount count={isComplete && searchText !== '' ? found.length : undefined} />
      <LoadMore pages={query} />
    </section>
  )
}

/** A screen reader hears how many groups a search has found. */
export function GroupCount({ count }: { count: number | undefined }) {
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
      className={['row', classes.action].join(' ')}
    >
      {isSearch ? 'Search all groups' : 'See all groups'}
    </Link>
  )
  const text = isSearch ? 'No matching groups found' : 'You have joined no group yet.'
  return <EmptyMessage text={text} action={action} />
}
