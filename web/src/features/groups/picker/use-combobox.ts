import type { Group } from '@rootsquare/contract/groups'
import { useId, useState } from 'react'
import { isExactlyNamed } from '#web/entities/groups/match-group.ts'
import { useGroupSearch } from '#web/features/groups/picker/use-group-search.ts'
import type { GroupSearch } from '#web/features/groups/picker/use-group-search.ts'

export type Choice = Pick<Group, 'id' | 'name'>

export type Combobox = GroupSearch & {
  listId: string
  isOpen: boolean
  typed: string
  shownText: string
  chosenId: number | undefined
  /** The option that Enter chooses. */
  active: Group | undefined
  open: () => void
  close: () => void
  choose: (group: Group) => void
  type: (text: string) => void
  activate: (group: Group | undefined) => void
}

type ComboboxProps = {
  value: Choice | null
  onChange: (choice: Choice) => void
  /** In a sheet the list never closes by itself. */
  isAlwaysOpen: boolean
  onClose: () => void
}

export function useCombobox({ value, onChange, isAlwaysOpen, onClose }: ComboboxProps): Combobox {
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
    isOpen: isAlwaysOpen || isUnfolded,
    typed: typed ?? '',
    shownText: typed ?? restingText,
    chosenId: value?.id,
    active: activeOf(search.groups, { typed, activeId, chosenId: value?.id }),
    open: () => setUnfolded(true),
    close,
    choose: ({ id, name }) => {
      onChange({ id, name })
      close()
    },
    type: (text) => {
      setTyped(text)
      setActiveId(null)
      setUnfolded(true)
    },
    activate: (group) => setActiveId(group?.id ?? null),
  }
}

/** A whole name that was typed counts as chosen. */
export function leaveCombobox(box: Combobox): void {
  const meant = box.typed === '' ? undefined : box.groups.find((group) => isExactlyNamed(group, box.typed))
  if (meant === undefined) box.close()
  else box.choose(meant)
}

type Activity = { typed: string | null; activeId: number | null; chosenId: number | undefined }

/** The option reached by the arrows, else the first match, else the chosen one. */
function activeOf(groups: Group[], { typed, activeId, chosenId }: Activity): Group | undefined {
  const reached = groups.find((group) => group.id === activeId)
  if (reached !== undefined) return reached
  return typed === null || typed.trim() === '' ? groups.find((group) => group.id === chosenId) : groups[0]
}
