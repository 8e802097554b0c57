import { useCallback, useRef, useState } from 'react'

/** State that can be read and changed between two renders too: uploads and saves do not wait for one. */
export function useNewest<T>(initial: () => T) {
  const [value, setValue] = useState(initial)
  const held = useRef(value)
  const newest = useCallback(() => held.current, [])
  const change = useCallback((next: (now: T) => T) => {
    held.current = next(held.current)
    setValue(held.current)
  }, [])
  return { value, newest, change }
}

export type Newest<T> = ReturnType<typeof useNewest<T>>
