import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { groupsNamed } from '#web/features/groups/api.ts'
import { GroupCount } from '#web/features/groups/group-count.tsx'
import { GroupListRow } from '#web/features/groups/group-list-row.tsx'
import { groupsIn } from '#web/features/groups/groups-in.ts'
import { alsoNamed } from '#web/features/groups/match.ts'
import { UnknownStanding } from '#web/features/groups/unknown-standing.tsx'
import type { Joined } from '#web/features/groups/use-joined.ts'
import type { OnMembership } from '#web/features/groups/use-joining.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import classes from './group-list.module.css'

type AllGroupsProps = {
  sought: string
  joined: Joined
  onChange: OnMembership
  onClear: () => void
}

/** The server looks: without regard to accents, and by other names too. */
export function AllGroups({ sought, joined, onChange, onClear }: AllGroupsProps) {
  const query = useInfiniteQuery({ ...groupsNamed(sought), placeholderData: keepPreviousData })
  if (query.isPending) return <RowsSkeleton label="Loading groups" />
  if (query.data === undefined)
    return <TroubleCard text={failureText(query.error)} onRetry={() => void query.refetch()} />
  const groups = groupsIn(query.data)
  const { query: own, isComplete } = joined
  return (
    <section className="card" aria-label="All Groups">
      {!isComplete && own.errorUpdateCount > 0 && (
        <div className={classes.unknown}>
          <UnknownStanding
            text="Which of these you have joined could not be loaded."
            isBusy={own.isFetching}
            onRetry={() => void (own.isFetchNextPageError ? own.fetchNextPage() : own.refetch())}
          />
        </div>
      )}
      {groups.length === 0 && <NoGroups isSearch={sought !== ''} onClear={onClear} />}
      <ul aria-label="Groups" className={classes.list} data-settling={query.isPlaceholderData || undefined}>
        {groups.map((group) => (
          <GroupListRow
            key={group.id}
            group={group}
            also={alsoNamed(group, sought)}
            isJoined={joined.isJoined(group) || (isComplete ? false : undefined)}
            onChange={onChange}
          />
        ))}
      </ul>
      <GroupCount count={query.isPlaceholderData || sought === '' ? undefined : groups.length} />
      <LoadMore pages={query} />
    </section>
  )
}

function NoGroups({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  if (!isSearch) return <EmptyWords text="No groups available" />
  const showAll = (
    <Button look="outline" onClick={onClear}>
      Show all groups
    </Button>
  )
  return <EmptyWords text="No matching groups found" wayOn={showAll} />
}
