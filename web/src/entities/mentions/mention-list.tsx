import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { useMentionOptions } from '#web/entities/mentions/mention-options.ts'
import type { MentionedPerson, MentionSources } from '#web/entities/mentions/mention-options.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { listboxProps, optionProps } from '#web/ui/fields/combobox.ts'
import combobox from '#web/ui/fields/combobox.module.css'
import classes from './mention-list.module.css'

/** What the list does with the keys of the field. */
export type ListKeys = { onKey: (event: KeyboardEvent) => void }

type MentionListProps = {
  listId: string
  query: string
  people: MentionSources
  keys: RefObject<ListKeys | null>
  /** The id of the active option's element; null while the list is empty. */
  onActive: (optionId: string | null) => void
  onChoose: (person: MentionedPerson) => void
  onDismiss: () => void
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The list of a combobox: the focus stays in the field, which names the active option. Empty, it is not there. */
export function MentionList({
  listId,
  query,
  people,
  keys,
  onActive,
  onChoose,
  onDismiss,
}: MentionListProps) {
  const { options, isSettled } = useMentionOptions(query, people)
  const [chosenId, setChosenId] = useState<number | null>(null)
  const active = options.find(({ id }) => id === chosenId) ?? options[0]
  const optionId = (person: MentionedPerson) => `${listId}-${person.id}`
  useActive(active ? optionId(active) : null, onActive)
  useCountAnnounced(options.length, isSettled)

  function onKey(event: KeyboardEvent): void {
    const step = steps[event.key]
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    if (active === undefined || !isPlain) return
    if (step !== undefined) {
      const at = options.indexOf(active) + step
      setChosenId(options.at(at % options.length)?.id ?? null)
    } else if (event.key === 'Enter' || event.key === 'Tab') onChoose(active)
    else if (event.key === 'Escape') onDismiss()
    else return
    event.preventDefault()
  }

  useImperativeHandle(keys, () => ({ onKey }))
  if (options.length === 0) return null
  return (
    <div {...listProps(listId)} className={classes.list}>
      {options.map((person) => (
        <div
          {...optionProps({
            id: optionId(person),
            isSelected: person === active,
            isActive: person === active,
            onChoose: () => onChoose(person),
          })}
          key={person.id}
          className={combobox.option}
        >
          <Avatar name={nameOf(person)} image={person.profileImage} size={32} />
          <span className={`grow ${classes.names}`}>
            <bdi className="strong one-line">{nameOf(person)}</bdi>
            <span className="small one-line">@{person.username}</span>
          </span>
        </div>
      ))}
    </div>
  )
}

const listProps = (id: string) => ({ ...listboxProps(id, 'Members to mention'), onMouseDown: leaveFocus })

/** The field must not lose the focus, or the list would close before the click. */
function leaveFocus(event: MouseEvent): void {
  event.preventDefault()
}

/** Reports the active option to the field, and scrolls to it. */
function useActive(optionId: string | null, onActive: (optionId: string | null) => void): void {
  const report = useEffectEvent(onActive)
  const isFirst = useRef(true)
  useEffect(() => {
    report(optionId)
    // The list opens at its top; a scroll then would move the page.
    if (!isFirst.current && optionId !== null)
      document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' })
    isFirst.current = false
  }, [optionId])
  useEffect(() => () => report(null), [])
}

function useCountAnnounced(count: number, isSettled: boolean): void {
  useEffect(() => {
    if (isSettled && count > 0) announce('live-polite', `${quantityText(count, 'member')} to choose from`)
  }, [count, isSettled])
}
