import { useEffect, useRef, useState } from 'react'

const pauseMs = 300

export type SearchText = ReturnType<typeof useSearchText>

/** The search runs after a pause in typing, on Enter, or when the field is left. */
export function useSearchText(value: string, onSearch: (text: string) => void) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState<string[]>([])
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back or a link may change the search, but an earlier search of this field must not replace what is being typed.
  if (value !== seen) {
    setSeen(value)
    if (!sent.includes(value)) setTyped(value)
  }

  function send(text: string): void {
    setSent((before) => [...before, text.trim()])
    onSearch(text.trim())
  }

  function settle(text: string): void {
    clearTimeout(timer.current)
    if (text.trim() !== value) send(text)
  }

  function type(text: string): void {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => send(text), pauseMs)
  }

  function clear(): void {
    field.current?.focus()
    setTyped('')
    settle('')
  }

  const seek = () => settle(typed)
  const forget = () => setSent([])
  return { field, typed, type, seek, forget, clear }
}
