import { suggestGroups, type GroupSuggestion } from '@rootsquare/contract/groups'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GroupRow } from '#web/features/groups/list/group-row.tsx'
import { MembershipControls } from '#web/features/groups/page/membership-controls.tsx'
import { announce } from '#web/lib/navigation/announce.ts'
import { call } from '#web/lib/net/call.ts'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import classes from './group-list.module.css'

/** Each screen reloads them, since joined groups are no longer suggested. Rows on the screen do not change. */
export const suggestedGroups = queryOptions({
  queryKey: ['groups', 'suggested'] as const,
  queryFn: async ({ signal }) => (await call(suggestGroups, { signal })).data,
  staleTime: 0,
  refetchOnWindowFocus: false,
})

/** The reasons speak of the states of the member’s own group and addresses. */
const reasons: Record<GroupSuggestion['reason'], string> = {
  OWN_STATE: 'In your state or your group’s state',
  FRIENDS: 'People you follow are there',
  POPULAR: 'Popular',
}

export function SuggestedGroups({ most }: { most: number }) {
  const groups = useQuery(suggestedGroups)
  if (groups.isPending) return <RowsSkeleton label="Loading suggestions" count={3} isBare />
  if (groups.data === undefined) return <LoadError query={groups} />
  if (groups.data.length === 0) return <EmptyMessage text="No suggestions yet." />
  return (
    <ul aria-label="Suggested groups">
      <ListRows of={groups.data.slice(0, most)} rowKey={({ id }) => id}>
        {(group) => <SuggestedGroup group={group} />}
      </ListRows>
    </ul>
  )
}

function SuggestedGroup({ group }: { group: GroupSuggestion }) {
  const [joined, setJoined] = useState(false)

  function onJoined(text: string): void {
    setJoined(true)
    // The button itself shows the success, so no snackbar is needed.
    announce('live-polite', text)
  }

  return (
    <li className={`divided flex-row gap-2xs ${classes.row} pad-right-s`}>
      <GroupRow group={group} note={reasons[group.reason]} />
      <MembershipControls
        group={group}
        standing={{ joined, moderator: false }}
        isQuiet
        onJoined={onJoined}
        onLeft={() => setJoined(false)}
      />
    </li>
  )
}
