import type { Group } from '@rootsquare/contract/groups'
import { useId, useState, type KeyboardEvent, type UIEvent } from 'react'
import { comboboxProps, listboxProps, optionAt } from '#web/ui/fields/combobox.ts'
import { isExactlyNamed, isNamed } from '#web/entities/groups/match-group.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { groupsNamed } from '#web/entities/groups/groups-api.ts'
import { groupsIn } from '#web/entities/groups/groups-in.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'

/** `proposed` is the name that the person gives to their people, where no group is listed. */
export type GroupChoice = Pick<Group, 'id' | 'name'> & { proposed?: string | undefined }
export type Combobox = ReturnType<typeof useCombobox>

type ComboboxProps = {
  value: GroupChoice | null
  onChange: (choice: GroupChoice) => void
  /** Is set in a sheet, where the list never closes by itself. */
  isAlwaysOpen: boolean
  onClose: () => void
}

const nearEndPx = 200
const nearEndOptions = 10

const stepOfKey: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
  Home: -Infinity,
  End: Infinity,
}

export function useCombobox({ value, onChange, isAlwaysOpen, onClose }: ComboboxProps) {
  const listId = useId()
  const [isUnfolded, setUnfolded] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [activeId, setActiveId] = useState<number | null>(null)
  const search = useGroupSearch(typed ?? '')
  const restingText = isAlwaysOpen ? '' : (value?.name ?? '')

  function close(): void {
    setUnfolded(false)
    setTyped(null)
    setActiveId(null)
    onClose()
  }

  return {
    ...search,
    listId,
    isAlwaysOpen,
    isOpen: isAlwaysOpen || isUnfolded,
    typed: typed ?? '',
    shownText: typed ?? restingText,
    chosenId: value?.id,
    /** The option that Enter chooses. */
    active: activeOf(search.groups, { typed, activeId, chosenId: value?.id }),
    open: () => setUnfolded(true),
    close,
    choose: ({ id, name }: Group) => {
      onChange({ id, name })
      close()
    },
    type: (text: string) => {
      setTyped(text)
      setActiveId(null)
      setUnfolded(true)
    },
    activate: (group: Group | undefined) => setActiveId(group?.id ?? null),
  }
}

/** Chooses the group whose whole name was typed, if only one has it. */
export function leaveCombobox(box: Combobox): void {
  const named = box.typed === '' ? [] : box.groups.filter((group) => isExactlyNamed(group, box.typed))
  const [meant] = named
  if (meant === undefined || named.length > 1) box.close()
  else box.choose(meant)
}

type Activity = { typed: string | null; activeId: number | null; chosenId: number | undefined }

/**
 * Returns the option reached by the arrows, else the first one if a name of it was typed, else the chosen one. A group that was
 * found by its state or by a misspelt word is never offered to Enter, because the person may mean another.
 */
function activeOf(groups: Group[], { typed, activeId, chosenId }: Activity): Group | undefined {
  const reached = groups.find((group) => group.id === activeId)
  if (reached !== undefined) return reached
  if (typed === null || typed.trim() === '') return groups.find((group) => group.id === chosenId)
  const [best] = groups
  return best && isNamed(best, typed) ? best : undefined
}

export function groupFieldProps(box: Combobox) {
  return comboboxProps({
    listId: box.listId,
    hasList: box.isOpen && box.groups.length > 0,
    activeId: box.active && optionId(box, box.active),
    onKeyDown: (event) => onKeyDown(box, event),
  })
}

export function groupListProps(box: Combobox) {
  return {
    ...listboxProps(box.listId, 'Ethnic groups'),
    onScroll: ({ currentTarget: list }: UIEvent<HTMLElement>) => {
      if (list.scrollHeight - list.scrollTop - list.clientHeight < nearEndPx) box.loadMore()
    },
  } as const
}

export function optionId(box: Combobox, group: Group): string {
  return `${box.listId}-${group.id}`
}

function onKeyDown(box: Combobox, event: KeyboardEvent): void {
  const step = stepOfKey[event.key]
  if (!box.isOpen) {
    if (step !== 1 && step !== -1) return
    event.preventDefault()
    return box.open()
  }
  if (step !== undefined) {
    event.preventDefault()
    moveActive(box, step)
  } else if (event.key === 'Tab' && !box.isAlwaysOpen) {
    // Closed before the focus moves, so that it reaches what follows the field.
    leaveCombobox(box)
  } else if (event.key === 'Enter') {
    event.preventDefault()
    if (box.active !== undefined) box.choose(box.active)
  } else if (event.key === 'Escape') {
    box.close()
  }
}

function moveActive(box: Combobox, step: number): void {
  const next = optionAt(box.groups, box.active, step)
  if (next === undefined || box.groups.indexOf(next) >= box.groups.length - nearEndOptions) box.loadMore()
  box.activate(next)
}

const pauseMs = 300

export const groupsFailed = 'Failed to load ethnic groups. Please refresh and try again.'

/** Filters the loaded groups with every letter; after a pause the answer of the server replaces them. */
function useGroupSearch(typed: string) {
  const name = typed.trim()
  const paused = useDebounced(name, pauseMs)
  const searchText = name === '' ? '' : paused
  const query = useInfiniteQuery({ ...groupsNamed(searchText), placeholderData: keepPreviousData })
  // It is no people to be found by its name: the button below the list leads to it.
  const loaded = groupsIn(query.data).filter((group) => !group.isAnotherPeople)
  const isSettling = searchText !== name || query.isPlaceholderData
  const groups = isSettling ? loaded.filter((group) => isNamed(group, name)) : loaded
  const isWaiting = query.isPending || query.isFetchingNextPage || (isSettling && groups.length === 0)
  const hasFailed = query.isError && !query.isFetching
  return {
    groups,
    hasFailed,
    statusText: statusTextFor({ isWaiting, hasFailed, isEmpty: groups.length === 0, name }),
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching && !hasFailed) void query.fetchNextPage()
    },
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  }
}

type SearchStatus = { isWaiting: boolean; hasFailed: boolean; isEmpty: boolean; name: string }

function statusTextFor({ isWaiting, hasFailed, isEmpty, name }: SearchStatus): string | undefined {
  if (hasFailed) return groupsFailed
  if (isWaiting) return 'Loading more groups...'
  if (!isEmpty) return undefined
  return name === '' ? 'No groups available' : 'No matching groups found'
}
