import type { MemberEntry } from '@rootsquare/contract/profiles'
import type { KeyboardEvent } from 'react'
import type { UserSearch } from '#web/features/people/search/use-user-search.ts'
import { comboboxProps } from '#web/ui/fields/combobox.ts'

type Search = { box: UserSearch; listId: string; choose: (member: MemberEntry) => void }

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

export function fieldProps(search: Search) {
  const { box, listId } = search
  return {
    ...comboboxProps({
      listId,
      hasList: box.isOpen && box.found.length > 0,
      activeId: box.active && optionId(listId, box.active),
      onKeyDown: (event) => onKeyDown(search, event),
    }),
    type: 'search',
    'aria-label': 'Search for users',
    enterKeyHint: 'search',
  } as const
}

export function optionId(listId: string, member: MemberEntry): string {
  return `${listId}-${member.id}`
}

function onKeyDown({ box, choose }: Search, event: KeyboardEvent): void {
  const step = steps[event.key]
  if (step !== undefined) {
    event.preventDefault()
    if (box.isOpen) move(box, step)
    else box.open()
  } else if (event.key === 'Enter' && box.isOpen && box.active !== undefined) {
    event.preventDefault()
    choose(box.active)
  } else if (event.key === 'Escape' && box.isOpen) {
    // Otherwise the browser would clear the field at once: the first Esc closes the list, the second one clears it.
    event.preventDefault()
    box.close()
  }
}

function move(box: UserSearch, step: number): void {
  const { found, active } = box
  const from = active === undefined ? -1 : found.indexOf(active)
  box.activate(found[(from + step + found.length) % found.length])
}
