import { useCallback, useRef, useState } from 'react'

/** Holds a state that uploads and saves can read and change between two renders. */
export function useLatest<T>(initial: () => T) {
  const [value, setValue] = useState(initial)
  const current = useRef(value)
  const latest = useCallback(() => current.current, [])
  const change = useCallback((next: (now: T) => T) => {
    current.current = next(current.current)
    setValue(current.current)
  }, [])
  return { value, latest, change }
}

export type Latest<T> = ReturnType<typeof useLatest<T>>
