import { Link } from '@tanstack/react-router'
import { GroupCount } from '#web/features/groups/list/group-count.tsx'
import { GroupRow } from '#web/features/groups/list/group-row.tsx'
import { alsoNamed, isNamed } from '#web/entities/groups/match-group.ts'
import type { Joined } from '#web/features/groups/list/use-joined.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import classes from './group-list.module.css'

/** All joined groups are loaded, so they are filtered here without a call. */
export function JoinedGroups({ joined, typed }: { joined: Joined; typed: string }) {
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
          <li key={group.id} className={classes.row}>
            <GroupRow group={group} also={alsoNamed(group, searchText)} />
          </li>
        ))}
      </ul>
      <GroupCount count={isComplete && searchText !== '' ? found.length : undefined} />
      <LoadMore pages={query} />
    </section>
  )
}

function NoneFound({ searchText }: { searchText: string }) {
  const isSearch = searchText !== ''
  const action = (
    <Link
      to="/group-list"
      search={isSearch ? { tab: 'all', q: searchText } : { tab: 'all' }}
      state={{ keepsFocus: true }}
      resetScroll={false}
      className={classes.action}
    >
      {isSearch ? 'Search all groups' : 'See all groups'}
    </Link>
  )
  return (
    <EmptyMessage
      text={isSearch ? 'No matching groups found' : 'You have joined no group yet.'}
      action={action}
    />
  )
}
