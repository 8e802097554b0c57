import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { useMentionOptions, useTagOptions } from '#web/entities/mentions/mention-options.ts'
import type { MentionSources } from '#web/entities/mentions/mention-options.ts'
import type { TypedMention } from '#web/entities/mentions/typed-mention.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { useListbox } from '#web/ui/fields/combobox.ts'
import combobox from '#web/ui/fields/combobox.module.css'
import classes from './mention-list.module.css'

/** Handles the keys of the field for the list. */
export type ListKeys = { onKey: (event: KeyboardEvent) => void }

type MentionListProps = Pick<OptionListProps, 'listId' | 'keys' | 'onActive' | 'onChoose' | 'onDismiss'> & {
  typed: TypedMention
  people: MentionSources
}

export function MentionList({ typed: { sign, query }, people, ...list }: MentionListProps) {
  return sign === '@' ? <Members {...{ query, people, list }} /> : <Tags query={query} list={list} />
}

type ListProps = { list: Omit<MentionListProps, 'typed' | 'people'>; query: string }

function Members({ query, people, list }: ListProps & { people: MentionSources }) {
  const { options, isSettled } = useMentionOptions(query, people)
  const named = options.map((member) => ({
    name: member.username,
    content: (
      <>
        <Avatar name={nameOf(member)} image={member.profileImage} size={32} />
        <span className="grow display-grid">
          <bdi className="strong one-line">{nameOf(member)}</bdi>
          <span className="text-xs one-line">@{member.username}</span>
        </span>
      </>
    ),
  }))
  return (
    <OptionList {...list} label="Members to mention" what="member" options={named} isSettled={isSettled} />
  )
}

function Tags({ query, list }: ListProps) {
  const { options, isSettled } = useTagOptions(query)
  const named = options.map(({ tag, posts }) => ({
    name: tag,
    content: (
      <>
        <span className="grow strong one-line">#{tag}</span>
        <span className="text-xs rigid">{quantityText(posts, 'post')}</span>
      </>
    ),
  }))
  return <OptionList {...list} label="Tags" what="tag" options={named} isSettled={isSettled} />
}

type OptionListProps = {
  listId: string
  label: string
  /** The name of one option for screen readers. */
  what: string
  options: { name: string; content: ReactNode }[]
  isSettled: boolean
  keys: RefObject<ListKeys | null>
  /** The id of the active option's element; null while the list is empty. */
  onActive: (optionId: string | null) => void
  onChoose: (name: string) => void
  onDismiss: () => void
}

/**
 * The list of a combobox. The focus stays in the field, which refers to the active option. An empty list is not
 * rendered.
 */
function OptionList({ listId, label, what, options, isSettled, ...props }: OptionListProps) {
  const { keys, onActive, onChoose, onDismiss } = props
  const list = useListbox({
    id: listId,
    label,
    options,
    keyOf: ({ name }) => name,
    activeOf: (reached) => reached ?? options[0],
    wraps: true,
    isAlwaysOpen: true,
    onChoose: ({ name }) => onChoose(name),
  })
  useActive(list.activeId ?? null, onActive)
  useCountAnnounced(isSettled ? options.length : 0, what)

  function onKey(event: KeyboardEvent): void {
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    if (list.active === undefined || !isPlain) return
    if (event.key === 'Tab') onChoose(list.active.name)
    else if (event.key === 'Escape') onDismiss()
    else return list.onKeyDown(event)
    event.preventDefault()
  }

  useImperativeHandle(keys, () => ({ onKey }))
  if (options.length === 0) return null
  return (
    <div {...list.listProps} className={`${classes.list} bordered radius-m on-surface`}>
      <ListRows of={options} rowKey={({ name }) => name} as="div">
        {(option) => (
          <div {...list.optionProps(option)} className={combobox.option}>
            {option.content}
          </div>
        )}
      </ListRows>
    </div>
  )
}

/** Reports the active option to the field, and scrolls to it. */
function useActive(optionId: string | null, onActive: (optionId: string | null) => void): void {
  const report = useEffectEvent(onActive)
  const isFirst = useRef(true)
  useEffect(() => {
    report(optionId)
    // The list opens at its top, where scrolling would move the page.
    if (!isFirst.current && optionId !== null)
      document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' })
    isFirst.current = false
  }, [optionId])
  useEffect(() => () => report(null), [])
}

function useCountAnnounced(count: number, what: string): void {
  useEffect(() => {
    if (count > 0) announce('live-polite', `${quantityText(count, what)} to choose from`)
  }, [count, what])
}
