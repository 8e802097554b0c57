import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { groupsNamed } from '#web/entities/groups/groups-api.ts'
import { GroupCount } from '#web/features/groups/list/group-count.tsx'
import { GroupListRow } from '#web/features/groups/list/group-list-row.tsx'
import { groupsIn } from '#web/entities/groups/groups-in.ts'
import { alsoNamed } from '#web/entities/groups/match-group.ts'
import { UnknownStanding } from '#web/features/groups/page/unknown-standing.tsx'
import type { Joined } from '#web/features/groups/list/use-joined.ts'
import type { OnMembership } from '#web/entities/groups/use-joining.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
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
    return <ErrorCard text={errorText(query.error)} onRetry={() => void query.refetch()} />
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
  if (!isSearch) return <EmptyMessage text="No groups available" />
  const showAll = (
    <Button look="outline" onClick={onClear}>
      Show all groups
    </Button>
  )
  return <EmptyMessage text="No matching groups found" wayOn={showAll} />
}
