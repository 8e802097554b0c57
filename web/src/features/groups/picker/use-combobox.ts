import type { Group } from '@rootsquare/contract/groups'
import { useState, type KeyboardEvent, type UIEvent } from 'react'
import { arrowSteps, useListbox } from '#web/ui/fields/combobox.ts'
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

const steps = { ...arrowSteps, PageDown: 5, PageUp: -5, Home: -Infinity, End: Infinity }

export function useCombobox({ value, onChange, isAlwaysOpen, onClose }: ComboboxProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const search = useGroupSearch(typed ?? '')
  const { groups, loadMore } = search
  const list = useListbox({
    label: 'Ethnic groups',
    options: groups,
    keyOf: ({ id }) => id,
    activeOf: (reached) => reached ?? preselected(groups, typed, value),
    steps,
    isAlwaysOpen,
    onReach(position) {
      if (position >= groups.length - nearEndOptions) loadMore()
    },
    onChoose: ({ id, name }) => onChange({ id, name }),
    onClose() {
      setTyped(null)
      onClose()
    },
  })

  return {
    ...search,
    list,
    isAlwaysOpen,
    typed: typed ?? '',
    shownText: typed ?? (isAlwaysOpen ? '' : (value?.name ?? '')),
    chosenId: value?.id,
    type(text: string): void {
      setTyped(text)
      list.restart()
    },
  }
}

/** Chooses the group whose whole name was typed, if only one has it. */
export function leaveCombobox({ typed, groups, list }: Combobox): void {
  const [meant, ...others] = typed === '' ? [] : groups.filter((group) => isExactlyNamed(group, typed))
  if (meant === undefined || others.length > 0) list.close()
  else list.choose(meant)
}

export function groupFieldProps(box: Combobox) {
  const { list, isAlwaysOpen } = box
  return {
    ...list.fieldProps,
    onKeyDown(event: KeyboardEvent): void {
      // Closed before the focus moves, so that it reaches what follows the field.
      if (event.key === 'Tab' && list.isOpen && !isAlwaysOpen) return leaveCombobox(box)
      if (event.key === 'Enter' && list.isOpen) event.preventDefault()
      list.onKeyDown(event)
    },
  }
}

export function groupListProps({ list, loadMore }: Combobox) {
  return {
    ...list.listProps,
    onScroll({ currentTarget: box }: UIEvent<HTMLElement>): void {
      if (box.scrollHeight - box.scrollTop - box.clientHeight < nearEndPx) loadMore()
    },
  }
}

/**
 * Returns the first group if a name of it was typed, and the chosen one if nothing was. A group that was found by its state
 * or by a misspelt word is never offered to Enter, because the person may mean another.
 */
function preselected(groups: Group[], typed: string | null, chosen: GroupChoice | null): Group | undefined {
  if (typed === null || typed.trim() === '') return groups.find(({ id }) => id === chosen?.id)
  const [best] = groups
  return best && isNamed(best, typed) ? best : undefined
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
