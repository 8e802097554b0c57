import type { Profile } from '@rootsquare/contract/profiles'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'
import { keyOf } from '#web/lib/storage/saved-json.ts'

/** Whoever follows so many finds a feed at home. */
const enoughFollows = 3
const area = () => window.localStorage
const keyFor = (memberId: number) => keyOf({ what: 'welcome-seen', memberId })

/** Once on each device, for a member who follows hardly anybody yet. */
export function isWelcomeDue({ id, followingCount }: Profile): boolean {
  return followingCount < enoughFollows && readStored(area, keyFor(id)) === null
}

export function rememberWelcome(memberId: number): void {
  writeStored(area, keyFor(memberId), 'yes')
}
