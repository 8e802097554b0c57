import { useLayoutEffect } from 'react'

/** Adds a class to the root element while the component is mounted, because older browsers do not have `:has()`. */
export function usePageClass(name: string | undefined): void {
  useLayoutEffect(() => {
    if (name === undefined) return
    const { classList } = document.documentElement
    classList.add(name)
    return () => classList.remove(name)
  }, [name])
}
