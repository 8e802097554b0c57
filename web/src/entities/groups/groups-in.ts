import type { Group } from '@rootsquare/contract/groups'
import type { Paged } from '@rootsquare/contract/lib/paged'
import type { InfiniteData } from '@tanstack/react-query'
import { entriesOf } from '#web/lib/format/entries-of.ts'

export function groupsIn(data: InfiniteData<Paged<Group>> | undefined): Group[] {
  return entriesOf(data, ({ id }) => id)
}
