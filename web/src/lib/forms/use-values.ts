import { useLayoutEffect, useRef, useState } from 'react'

/** What `useDraft` returns. */
export type Draft<Stored> = {
  draft: Stored
  isRestored: boolean
  readLatest(): Stored
  change(next: NoInfer<Stored>): void
  discard(): void
  clear(): void
}

/** Holds the values of a form. Those in the draft are stored with every change, and follow it if another tab changes it. */
export function useValues<Values extends object, Stored extends Partial<Values>>(
  initial: Values,
  draft: Draft<Stored> | undefined,
) {
  const [typed, setTyped] = useState(initial)
  const values = { ...typed, ...draft?.draft }
  // If two events come before the next render, the second must see what the first has changed.
  const latest = useRef(values)
  /** The fields that had a value. */
  const filled = useRef(new Set<string>())
  useLayoutEffect(() => {
    latest.current = values
  })

  function change(part: object): void {
    for (const [name, value] of Object.entries(part)) if (value) filled.current.add(name)
    latest.current = { ...latest.current, ...part }
    setTyped(latest.current)
    draft?.change(storedIn(latest.current, draft.draft))
  }

  function startOver(): void {
    filled.current.clear()
    setTyped(initial)
    draft?.discard()
  }

  /** Returns what removes the draft, unless it has changed since, maybe in a form that was closed and opened again. */
  function draftRemover(): () => void {
    const stored = () => JSON.stringify(draft?.readLatest())
    const before = stored()
    return () => {
      if (stored() === before) draft?.clear()
    }
  }

  return { values, latest, filled, change, startOver, draftRemover }
}

/** Returns only the values that the draft has, so that a password is never stored. */
function storedIn<Stored extends object>(values: object, stored: Stored): Stored {
  const entries = Object.entries(values).filter(([name]) => name in stored)
  return { ...stored, ...Object.fromEntries(entries) }
}
