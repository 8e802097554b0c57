import type { Group } from '@rootsquare/contract/groups'
import type { KeyboardEvent, UIEvent } from 'react'
import type { Combobox } from '#web/features/groups/picker/use-combobox.ts'

const nearEndPx = 200
const nearEndOptions = 10

const strides: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
  Home: -Infinity,
  End: Infinity,
}

/** The editable combobox of the ARIA authoring practices: the field keeps the focus and refers to the active option. */
export function fieldProps(box: Combobox) {
  const hasList = box.isOpen && box.groups.length > 0
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': hasList,
    'aria-controls': hasList ? box.listId : undefined,
    'aria-activedescendant': hasList && box.active ? optionId(box, box.active) : undefined,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onKeyDown: (event: KeyboardEvent) => onKeyDown(box, event),
  } as const
}

export function listProps(box: Combobox) {
  return {
    id: box.listId,
    role: 'listbox',
    'aria-label': 'Ethnic groups',
    // Otherwise Tab would stop on the list, because it scrolls.
    tabIndex: -1,
    onScroll: ({ currentTarget: list }: UIEvent<HTMLElement>) => {
      if (list.scrollHeight - list.scrollTop - list.clientHeight < nearEndPx) box.loadMore()
    },
  } as const
}

export function optionProps(box: Combobox, group: Group) {
  return {
    id: optionId(box, group),
    role: 'option',
    'aria-selected': group.id === box.chosenId,
    'data-active': group === box.active || undefined,
    onClick: () => box.choose(group),
  } as const
}

export function optionId(box: Combobox, group: Group): string {
  return `${box.listId}-${group.id}`
}

function onKeyDown(box: Combobox, event: KeyboardEvent): void {
  const stride = strides[event.key]
  const isArrow = stride === 1 || stride === -1
  if (!box.isOpen) {
    if (!isArrow) return
    event.preventDefault()
    return box.open()
  }
  if (stride !== undefined) {
    event.preventDefault()
    move(box, stride)
  } else if (event.key === 'Enter') {
    event.preventDefault()
    if (box.active !== undefined) box.choose(box.active)
  } else if (event.key === 'Escape') {
    box.close()
  }
}

function move(box: Combobox, stride: number): void {
  const { groups, active } = box
  const from = active === undefined ? -1 : groups.indexOf(active)
  const to = Math.max(0, Math.min(groups.length - 1, from + stride))
  if (to >= groups.length - nearEndOptions) box.loadMore()
  box.activate(groups[to])
}
