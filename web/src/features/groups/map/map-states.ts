import type { Group } from '@rootsquare/contract/groups'
import map from '#web/features/groups/map/nigeria-map.json' with { type: 'json' }
import { statePositions } from '#web/features/groups/map/state-positions.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { findLastIndex } from '#web/lib/browser/lists.ts'

export const mapBox = { viewBox: map.viewBox, width: 744 }

const shapes = statePositions.map((state) => ({ ...state, d: map.outlines[state.code] }))

export type MapState = (typeof shapes)[number] & { groups: Group[] }

export type MapHighlights = Partial<Record<'chosen' | 'focused' | 'pointed', MapState | undefined>>

/** Returns all states, sorted by name. A group of several states is listed in each of them. */
export function statesWithGroups(groups: Group[]): MapState[] {
  return shapes.map((shape) => ({
    ...shape,
    groups: groups.filter(({ stateCodes }) => stateCodes.includes(shape.code)),
  }))
}

export function groupsWithoutState(groups: Group[]): Group[] {
  return groups.filter(
    ({ stateCodes, isAnotherPeople }) =>
      !isAnotherPeople && !shapes.some(({ code }) => stateCodes.includes(code)),
  )
}

export function nameAndNumber({ name, groups }: MapState): string {
  return `${name}, ${quantityText(groups.length, 'group')}`
}

export const shades = [
  { from: 0, text: 'No groups' },
  { from: 1, text: '1–2 groups' },
  { from: 3, text: '3–5 groups' },
  { from: 6, text: '6–8 groups' },
  { from: 9, text: '9 or more groups' },
] as const

export function shadeOf({ groups }: MapState): number {
  return findLastIndex(shades, ({ from }) => groups.length >= from)
}
