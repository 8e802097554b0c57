import type { Group } from '@rootsquare/contract/groups'
import { foldText } from '#web/lib/format/fold-text.ts'

export function isNamed(group: Group, typed: string): boolean {
  return [group.name, ...group.otherNames, group.also ?? ''].some((name) =>
    foldText(name).includes(foldText(typed)),
  )
}

export function isExactlyNamed(group: Group, typed: string): boolean {
  return [group.name, ...group.otherNames, group.also ?? ''].some(
    (name) => foldText(name) === foldText(typed),
  )
}

/** Returns the other name that matches, unless the name itself does. The server also knows names that are not listed. */
export function alsoNamed(group: Group, typed: string): string | undefined {
  if (typed.trim() === '' || foldText(group.name).includes(foldText(typed))) return undefined
  return group.also ?? group.otherNames.find((name) => foldText(name).includes(foldText(typed)))
}
