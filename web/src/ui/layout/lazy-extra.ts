import { lazy, type ComponentType } from 'react'

/** For a part that a page can do without: if its code cannot be loaded, nothing is shown in its place. */
export function lazyExtra<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Nothing) }))
}

function Nothing() {
  return null
}
