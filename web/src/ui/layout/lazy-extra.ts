import { lazy, type ComponentType } from 'react'

/** Loads an optional part of a page. If its code cannot be loaded, `otherwise` is shown in its place, or nothing. */
export function lazyExtra<Props>(
  load: () => Promise<ComponentType<Props>>,
  otherwise: ComponentType<Props> = Nothing,
) {
  return lazy(async () => ({ default: await load().catch(() => otherwise) }))
}

function Nothing() {
  return null
}
