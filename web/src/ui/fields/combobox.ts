import { useEffect, useId, useState, type KeyboardEvent, type MouseEvent } from 'react'

type ListboxOptions<Option> = {
  /** The id of the list, if the field is rendered elsewhere. */
  id?: string
  label: string
  options: readonly Option[]
  /** Returns what identifies an option, also as a part of the id of its element. */
  keyOf: (option: Option) => string | number
  /** Returns the option that Enter chooses. `reached` is the one that the keys have moved to. */
  activeOf: (reached: Option | undefined) => Option | undefined
  onChoose: (option: Option) => void
  onClose?: () => void
  /** Is called with the position that the keys have moved to. */
  onReach?: (position: number) => void
  /** The keys that move, and by how many options. */
  steps?: Record<string, number>
  /** Whether the last option is followed by the first. */
  wraps?: boolean
  isAlwaysOpen?: boolean
}

export const arrowSteps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The editable combobox of the ARIA authoring practices: the field has the focus and refers to the active option. */
export function useListbox<Option>(listbox: ListboxOptions<Option>) {
  const { label, options, steps = arrowSteps } = listbox
  const list = useListboxState(listbox)
  const { id, isOpen, active, idOf, choose } = list
  const hasList = isOpen && options.length > 0
  const activeId = active && idOf(active)

  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key]
    if (step !== undefined && isOpen) list.move(step)
    else if (step === 1 || step === -1) list.open()
    else if (event.key === 'Enter' && isOpen && active !== undefined) choose(active)
    else if (event.key === 'Escape' && isOpen) list.close()
    else return
    event.preventDefault()
  }

  const fieldProps = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': hasList,
    'aria-controls': hasList ? id : undefined,
    'aria-activedescendant': hasList ? activeId : undefined,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onKeyDown,
  } as const
  const optionProps = (option: Option, isSelected = option === active) =>
    ({
      id: idOf(option),
      role: 'option',
      'aria-selected': isSelected,
      'data-active': option === active || undefined,
      onClick: () => choose(option),
    }) as const
  return { ...list, hasList, activeId, onKeyDown, fieldProps, listProps: listProps(id, label), optionProps }
}

const listProps = (id: string, label: string) =>
  ({
    id,
    role: 'listbox',
    'aria-label': label,
    // Without it, the Tab key would stop at a scrolling list.
    tabIndex: -1,
    // The field must not lose the focus, or the list would close before the click.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  }) as const

function useListboxState<Option>(listbox: ListboxOptions<Option>) {
  const { options, keyOf, activeOf, wraps = false, isAlwaysOpen = false } = listbox
  const ownId = useId()
  const id = listbox.id ?? ownId
  const [isUnfolded, setUnfolded] = useState(false)
  const [reachedKey, setReachedKey] = useState<string | number | null>(null)
  const active = activeOf(options.find((option) => keyOf(option) === reachedKey))

  const open = () => setUnfolded(true)
  /** Is called when something is typed, so that the options are new. */
  function restart(): void {
    setReachedKey(null)
    open()
  }

  function close(): void {
    setUnfolded(false)
    setReachedKey(null)
    listbox.onClose?.()
  }

  function choose(option: Option): void {
    listbox.onChoose(option)
    close()
  }

  function move(step: number): void {
    const { length } = options
    const at = (active === undefined ? -1 : options.indexOf(active)) + step
    const next = wraps ? (at + length) % length : Math.max(0, Math.min(length - 1, at))
    const reached = options[next]
    setReachedKey(reached === undefined ? null : keyOf(reached))
    listbox.onReach?.(next)
  }

  const idOf = (option: Option) => `${id}-${keyOf(option)}`
  return { id, isOpen: isAlwaysOpen || isUnfolded, active, idOf, open, restart, close, choose, move }
}

export type Listbox<Option> = ReturnType<typeof useListbox<Option>>

export function useScrolledIntoView(id: string | undefined): void {
  useEffect(() => {
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
}
