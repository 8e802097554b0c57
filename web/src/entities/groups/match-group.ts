import type { Group } from '@rootsquare/contract/groups'
import { folded } from '#web/lib/format/folded.ts'

export function isNamed(group: Group, typed: string): boolean {
  return [group.name, ...group.otherNames].some((name) => folded(name).includes(folded(typed)))
}

export function isExactlyNamed(group: Group, typed: string): boolean {
  return [group.name, ...group.otherNames].some((name) => folded(name) === folded(typed))
}

/** The other name that matches, unless the name itself does. */
export function alsoNamed(group: Group, typed: string): string | undefined {
  if (typed.trim() === '' || folded(group.name).includes(folded(typed))) return undefined
  return group.otherNames.find((name) => folded(name).includes(folded(typed)))
}
