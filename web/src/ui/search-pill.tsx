import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import classes from './search-field.module.css'

const pauseMs = 300

type SearchPillProps = { label: string; value: string; onSearch: (text: string) => void }

/** What is typed shows at once; it is sought after a pause, on Enter, or when the field is left. */
export function SearchPill({ label, value, onSearch }: SearchPillProps) {
  const field = useRef<HTMLInputElement>(null)
  const { typed, type, settle, enter, clear } = useTyping(value, onSearch)
  return (
    <search className={classes.field}>
      <Search size={20} strokeWidth={1.9} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') settle(typed)
        }}
        onFocus={enter}
        onBlur={() => settle(typed)}
      />
      {typed !== '' && (
        <IconButton
          label="Clear search"
          onClick={() => {
            clear()
            field.current?.focus()
          }}
        >
          <X size={20} strokeWidth={1.9} aria-hidden="true" />
        </IconButton>
      )}
    </search>
  )
}

function useTyping(value: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState<string[]>([])
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back may bring another search; whoever is typing is not interrupted by what they typed a moment ago.
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
    setTyped('')
    settle('')
  }

  return { typed, type, settle, enter: () => setSent([]), clear }
}
