import type { Group } from '@rootsquare/contract/groups'
import Check from 'lucide-react/icons/check'
import type { UIEvent } from 'react'
import { alsoNamed } from '#web/features/groups/match.ts'
import type { useCombobox } from '#web/features/groups/use-combobox.ts'
import { Cloth, clothOf } from '#web/ui/cloth.tsx'
import classes from './group-combobox.module.css'

const nearEndPx = 200

type GroupOptionsProps = { box: ReturnType<typeof useCombobox>; chosenId: number | undefined }

export function GroupOptions({ box, chosenId }: GroupOptionsProps) {
  function loadNearEnd({ currentTarget: list }: UIEvent<HTMLElement>): void {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < nearEndPx) box.loadMore()
  }
  return (
    <div
      id={box.listId}
      role="listbox"
      aria-label="Ethnic groups"
      // A scroller would otherwise be a stop of its own on the way of the Tab key.
      tabIndex={-1}
      className={classes.list}
      onScroll={loadNearEnd}
    >
      {box.groups.map((group) => (
        <Option
          key={group.id}
          id={box.optionId(group.id)}
          group={group}
          also={alsoNamed(group, box.typed)}
          isActive={group === box.active}
          isChosen={group.id === chosenId}
          onChoose={() => box.choose(group)}
        />
      ))}
    </div>
  )
}

type OptionProps = {
  id: string
  group: Group
  also: string | undefined
  isActive: boolean
  isChosen: boolean
  onChoose: () => void
}

/** Never focused itself: the field keeps the focus and names the active option. */
function Option({ id, group, also, isActive, isChosen, onChoose }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-active={isActive || undefined}
      className={classes.option}
      onClick={onChoose}
    >
      <span className={classes.swatch}>
        <Cloth cloth={clothOf(group.id)} isSwatch />
      </span>
      <span className={classes.name}>
        {group.name}
        {also !== undefined && <small className={classes.also}> also: {also}</small>}
      </span>
      {isChosen && <Check size={20} strokeWidth={2.2} aria-hidden="true" />}
    </div>
  )
}
