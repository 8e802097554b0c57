import type { Group } from '@rootsquare/contract/groups'
import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { isExactlyNamed } from '#web/features/groups/match.ts'
import { useGroupSearch } from '#web/features/groups/use-group-search.ts'

/** What is kept of a group that was chosen. */
export type Choice = Pick<Group, 'id' | 'name'>

type ComboboxProps = {
  value: Choice | null
  onChange: (choice: Choice) => void
  /** In a sheet the list is all there is: it never folds up by itself. */
  isAlwaysOpen: boolean
  onClose: () => void
}

const strides: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: -Infinity,
  End: Infinity,
}

/** The keyboard and the state of an editable combobox, after the ARIA authoring practices. */
export function useCombobox({ value, onChange, isAlwaysOpen, onClose }: ComboboxProps) {
  const listId = useId()
  const [isUnfolded, setUnfolded] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [activeId, setActiveId] = useState<number | null>(null)
  const search = useGroupSearch(typed ?? '')
  const isOpen = isAlwaysOpen || isUnfolded
  const optionId = (id: number) => `${listId}-${id}`
  const active = activeIn(search.groups, [activeId, typed === null ? (value?.id ?? null) : null], typed)
  useInView(isOpen && active !== undefined ? optionId(active.id) : null)

  function close(): void {
    setUnfolded(false)
    setTyped(null)
    setActiveId(null)
    onClose()
  }

  function choose(group: Group): void {
    onChange({ id: group.id, name: group.name })
    close()
  }

  /** Who typed a whole name and went on has chosen it. */
  function leave(): void {
    const meant = search.groups.find((group) => isExactlyNamed(group, typed ?? ''))
    if (isOpen && meant !== undefined && typed !== null) choose(meant)
    else close()
  }

  function type(text: string): void {
    setTyped(text)
    setActiveId(null)
    setUnfolded(true)
  }

  function move(stride: number): void {
    const { groups } = search
    const from = active === undefined ? -1 : groups.indexOf(active)
    const to = Math.max(0, Math.min(groups.length - 1, from + stride))
    if (to >= groups.length - 10) search.loadMore()
    setActiveId(groups[to]?.id ?? null)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const stride = strides[event.key]
    if (!isOpen && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    if (stride !== undefined) event.preventDefault()
    if (!isOpen) setUnfolded(true)
    else if (stride !== undefined) move(stride)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter') {
      event.preventDefault()
      if (active !== undefined) choose(active)
    }
  }

  return {
    ...search,
    listId,
    optionId,
    isOpen,
    active,
    typed: typed ?? '',
    text: search.text,
    shownText: isOpen && typed !== null ? typed : isAlwaysOpen ? '' : (value?.name ?? ''),
    open: () => setUnfolded(true),
    choose,
    leave,
    type,
    onKeyDown,
  }
}

/** Where one types, the first found is offered; else nothing is until the arrows say so. */
function activeIn(groups: Group[], ids: (number | null)[], typed: string | null): Group | undefined {
  for (const id of ids) {
    const found = groups.find((group) => group.id === id)
    if (found !== undefined) return found
  }
  return typed === null || typed.trim() === '' ? undefined : groups[0]
}

function useInView(id: string | null): void {
  useEffect(() => {
    if (id !== null) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
}
