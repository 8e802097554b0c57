import { useEffect, type KeyboardEvent } from 'react'

type ComboboxField = {
  listId: string
  hasList: boolean
  activeId: string | undefined
  onKeyDown: (event: KeyboardEvent) => void
}

/** The editable combobox of the ARIA authoring practices: the field has the focus and refers to the active option. */
export function comboboxProps({ listId, hasList, activeId, onKeyDown }: ComboboxField) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': hasList,
    'aria-controls': hasList ? listId : undefined,
    'aria-activedescendant': hasList ? activeId : undefined,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onKeyDown,
  } as const
}

// Without tabIndex, the Tab key would stop at a scrolling list.
export const listboxProps = (id: string, label: string) =>
  ({ id, role: 'listbox', 'aria-label': label, tabIndex: -1 }) as const

type ComboboxOption = { id: string; isSelected: boolean; isActive: boolean; onChoose: () => void }

export const optionProps = ({ id, isSelected, isActive, onChoose }: ComboboxOption) =>
  ({
    id,
    role: 'option',
    'aria-selected': isSelected,
    'data-active': isActive || undefined,
    onClick: onChoose,
  }) as const

/** Returns the option this many steps from the active one, or the first or last option. */
export function optionAt<Option>(options: Option[], active: Option | undefined, step: number) {
  const from = active === undefined ? -1 : options.indexOf(active)
  return options[Math.max(0, Math.min(options.length - 1, from + step))]
}

export function useScrolledIntoView(id: string | undefined): void {
  useEffect(() => {
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
}
