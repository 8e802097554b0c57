import type { Group } from '@rootsquare/contract/groups'
import type { Paged } from '@rootsquare/contract/paged'
import type { InfiniteData } from '@tanstack/react-query'

/** Each group once: one that comes in while the pages are being read pushes another over a page's edge. */
export function groupsIn(data: InfiniteData<Paged<Group>> | undefined): Group[] {
  const all = data?.pages.flatMap(({ content }) => content) ?? []
  return [...new Map(all.map((group) => [group.id, group])).values()]
}
