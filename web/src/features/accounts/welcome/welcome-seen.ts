import type { Profile } from '@rootsquare/contract/profiles'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'
import { keyOf } from '#web/lib/storage/database.ts'

/** Members who follow this many people have posts in their home feed. */
const enoughFollows = 3
const area = () => window.localStorage
const seenKeyOf = (memberId: number) => keyOf({ what: 'welcome-seen', memberId })

/** Returns true once on each device for a member who follows hardly anybody. */
export function isWelcomeDue({ id, followingCount }: Profile): boolean {
  return followingCount < enoughFollows && readStored(area, seenKeyOf(id)) === null
}

export function rememberWelcome(memberId: number): void {
  writeStored(area, seenKeyOf(memberId), 'yes')
}
