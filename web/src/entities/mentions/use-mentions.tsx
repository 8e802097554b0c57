import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ListKeys, MentionList } from '#web/entities/mentions/mention-list.tsx'
import type { MentionSources } from '#web/entities/mentions/mention-options.ts'
import { mentionAt, withMention, type TypedMention } from '#web/entities/mentions/typed-mention.ts'
import { isSendKey } from '#web/lib/navigation/send-key.ts'

type MentionsProps = { onChange: (text: string) => void; people: MentionSources }
type FieldEvent = SyntheticEvent<HTMLTextAreaElement>

/**
 * Offers members while `@…` is typed and tags while `#…` is: `fieldProps` are for the textarea, `list` is to be rendered next to
 * it. The code of the list is loaded with the first sign. If that fails, the field works without it.
 */
export function useMentions({ onChange, people }: MentionsProps) {
  const listId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const keys = useRef<ListKeys>(null)
  const dismissedAt = useRef<number | null>(null)
  const [List, setList] = useState<typeof MentionList | null>(null)
  const [typed, setTyped] = useState<TypedMention | null>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const isOpen = typed !== null && activeId !== null

  function follow({ currentTarget }: FieldEvent, isTyping: boolean): void {
    field.current = currentTarget
    const { value, selectionStart, selectionEnd } = currentTarget
    const found = selectionStart === selectionEnd ? mentionAt(value, selectionStart) : null
    if (found === null) dismissedAt.current = null
    // A caret that only passes an old mention opens nothing.
    const isOffered = found !== null && found.from !== dismissedAt.current && (isTyping || typed !== null)
    setTyped(isOffered ? found : null)
    if (isOffered && List === null) void loadList().then((loaded) => loaded && setList(() => loaded))
  }

  function dismiss(): void {
    dismissedAt.current = typed?.from ?? null
    setTyped(null)
  }

  function choose(name: string): void {
    const { current } = field
    if (current === null || typed === null) return
    const next = withMention(current.value, typed, name)
    // Rendered at once, so that the caret can be placed after it.
    flushSync(() => {
      setTyped(null)
      onChange(next.text)
    })
    current.focus()
    current.setSelectionRange(next.caret, next.caret)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (isOpen && !event.nativeEvent.isComposing) keys.current?.onKey(event)
    // Sending empties the field without an event.
    if (isSendKey(event.nativeEvent)) setTyped(null)
  }

  const list: ReactNode = typed !== null && List !== null && (
    <List {...{ listId, typed, people, keys, onActive: setActiveId, onChoose: choose, onDismiss: dismiss }} />
  )
  const fieldProps = {
    'aria-autocomplete': 'list',
    ...(isOpen && {
      // HTML allows no role on a field of several lines.
      'aria-haspopup': 'listbox' as const,
      'aria-controls': listId,
      'aria-activedescendant': activeId,
    }),
    onInput: (event: FieldEvent) => follow(event, true),
    onSelect: (event: FieldEvent) => follow(event, false),
    onBlur: () => setTyped(null),
    onKeyDown,
  } as const
  return { fieldProps, list }
}

async function loadList(): Promise<typeof MentionList | null> {
  try {
    return (await import('#web/entities/mentions/mention-list.tsx')).MentionList
  } catch {
    return null
  }
}
