import type { Group } from '@rootsquare/contract/groups'
import type { Paged } from '@rootsquare/contract/paged'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { groupKeys } from '#web/entities/groups/groups-api.ts'
import { patchPages } from '#web/lib/net/patch-pages.ts'

type GroupPages = InfiniteData<Paged<Group>, number>
type Change = { memberId: number; group: Group; isJoining: boolean }

/** Updates the screen at once; the counts of the server follow. */
export function patchMembership(queryClient: QueryClient, { memberId, group, isJoining }: Change): void {
  const step = isJoining ? 1 : -1
  const counted = (known: Group) =>
    known.id === group.id ? { ...known, users: Math.max(0, known.users + step) } : known
  const onList = (data: GroupPages | undefined) => data && patchPages(data, (content) => content.map(counted))
  queryClient.setQueriesData<GroupPages>({ queryKey: groupKeys.lists }, onList)
  queryClient.setQueriesData<GroupPages>({ queryKey: groupKeys.ofMembers }, onList)
  queryClient.setQueryData<Group>(groupKeys.one(group.id), (known) => known && counted(known))
  queryClient.setQueryData<GroupPages>(groupKeys.ofMember(memberId), (data) => {
    const without = data && patchPages(data, (content) => content.filter(({ id }) => id !== group.id))
    return isJoining && without ? withGroup(without, counted(group)) : without
  })
}

/** Sorted in by name, on the first page that reaches that far. */
function withGroup(data: GroupPages, group: Group): GroupPages {
  const at = data.pages.findIndex(
    ({ content, last }) => last || (content.at(-1)?.name.localeCompare(group.name) ?? 0) > 0,
  )
  const pages = data.pages.map((page, index) =>
    index === at ? { ...page, content: [...page.content, group].sort(byName) } : page,
  )
  return { ...data, pages }
}

function byName(one: Group, other: Group): number {
  return one.name.localeCompare(other.name)
}
