import type { MemberEntry } from '@rootsquare/contract/accounts'
import type { KeyboardEvent } from 'react'
import type { UserSearch } from '#web/features/people/search/use-user-search.ts'

type Search = { box: UserSearch; listId: string; choose: (member: MemberEntry) => void }

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The editable combobox of the ARIA authoring practices: the field has the focus and refers to the active option. */
export function fieldProps(search: Search) {
  const { box, listId } = search
  const hasList = box.isOpen && box.found.length > 0
  return {
    type: 'search',
    role: 'combobox',
    'aria-label': 'Search for users',
    'aria-autocomplete': 'list',
    'aria-expanded': hasList,
    'aria-controls': hasList ? listId : undefined,
    'aria-activedescendant': hasList && box.active ? optionId(listId, box.active) : undefined,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    enterKeyHint: 'search',
    onKeyDown: (event: KeyboardEvent) => onKeyDown(search, event),
  } as const
}

// Without the tabIndex the Tab key would stop at a list that scrolls.
export function listProps({ listId }: Search) {
  return { id: listId, role: 'listbox', 'aria-label': 'Users', tabIndex: -1 } as const
}

export function optionProps({ box, listId, choose }: Search, member: MemberEntry) {
  return {
    id: optionId(listId, member),
    role: 'option',
    'aria-selected': member === box.active,
    onClick: () => choose(member),
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
