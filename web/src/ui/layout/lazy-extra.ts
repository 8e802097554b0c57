import { lazy, type ComponentType } from 'react'

/** Loads an optional part of a page. If its code cannot be loaded, nothing is shown in its place. */
export function lazyExtra<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Nothing) }))
}

function Nothing() {
  return null
}
