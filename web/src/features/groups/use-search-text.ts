import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

const pauseMs = 300

export type Field = RefObject<HTMLInputElement | null>
export type SearchText = ReturnType<typeof useSearchText>

/** What is typed shows at once; what is `asked` for follows after a pause, or when the field is left. */
export function useSearchText(field: Field, asked: string, onAsk: (text: string) => void) {
  const [typed, setTyped] = useState(asked)
  const [seen, setSeen] = useState(asked)
  const [isIn, setIn] = useState(false)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  // A link may ask for something else; whoever is typing is not interrupted by what they typed a moment ago.
  if (asked !== seen) {
    setSeen(asked)
    if (!isIn) setTyped(asked)
  }

  function settle(text: string): void {
    clearTimeout(timer.current)
    if (text.trim() !== asked) onAsk(text.trim())
  }

  function type(text: string): void {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => onAsk(text.trim()), pauseMs)
  }

  function leave(): void {
    setIn(false)
    settle(typed)
  }

  function clear(): void {
    setTyped('')
    settle('')
    field.current?.focus()
  }

  return { typed, type, enter: () => setIn(true), leave, clear }
}
