import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { findLastIndex, lastOf } from '#web/lib/browser/lists.ts'

/** A dialog, a sheet or the drawer. Each is a history entry, so that Back closes it. */
export type OpenLayer = { id: string; box: HTMLElement; close: () => void }

declare module '@tanstack/react-router' {
  interface HistoryState {
    layers?: string[]
  }
}

const open: OpenLayer[] = []
const entered = new WeakSet<OpenLayer>()
/** history.go takes effect later. A second call before that would go too far, out of the app. */
let isStepping = false
const watched = new WeakSet<AnyRouter>()

/** Needed before the first layer opens: after a reload, Back and Forward still reach the entries of old ones. */
export function watchLayers(router: AnyRouter): void {
  if (watched.has(router)) return
  watched.add(router)
  settle(router)
  historyOf(router).subscribe(({ action }) => {
    const named = namedIn(router)
    for (const layer of [...open].reverse())
      if (entered.has(layer) && !named.includes(layer.id)) layer.close()
    if (action.type === 'REPLACE') return
    isStepping = false
    // Runs after the router, which is notified next.
    queueMicrotask(() => settle(router))
  })
}

/** Opens a layer. Returns a function that closes it and removes its history entry. */
export function openLayer(router: AnyRouter, layer: OpenLayer): () => void {
  watchLayers(router)
  open.push(layer)
  makeRestInert()
  if (!isStepping) enterHistory(router, layer)
  return () => {
    open.splice(open.indexOf(layer), 1)
    makeRestInert()
    // Waits until a navigation that came with the closing has replaced the entry.
    queueMicrotask(() => settle(router))
  }
}

export function isTopLayer(layer: OpenLayer): boolean {
  return lastOf(open) === layer
}

export function isAnyLayerOpen(): boolean {
  return open.length > 0
}

/**
 * Steps back over entries of layers that are not open (after Forward, a reload, or leaving a page). A layer opened
 * during that time gets its entry afterwards.
 */
function settle(router: AnyRouter): void {
  if (isStepping) return
  const named = namedIn(router)
  const left = named.length - 1 - findLastIndex(named, isOpen)
  const waiting = open.find((layer) => !entered.has(layer))
  isStepping = left > 0
  if (isStepping) historyOf(router).go(-left)
  else if (waiting) enterHistory(router, waiting)
}

/** A layer that replaces one just closed takes over its entry. */
function enterHistory(router: AnyRouter, layer: OpenLayer): void {
  const { latestLocation } = router
  const named = namedIn(router)
  const before = lastOf(named)
  const isSwap = before !== undefined && !isOpen(before)
  entered.add(layer)
  if (named.includes(layer.id)) return
  void router.commitLocation({
    ...latestLocation,
    state: { ...latestLocation.state, layers: [...(isSwap ? named.slice(0, -1) : named), layer.id] },
    replace: isSwap,
    resetScroll: false,
    hashScrollIntoView: false,
  })
}

function isOpen(id: string): boolean {
  return open.some((layer) => layer.id === id)
}

function namedIn(router: AnyRouter): string[] {
  return historyOf(router).location.state.layers ?? []
}

function historyOf(router: AnyRouter): RouterHistory {
  return router.history
}

/**
 * Makes the page inert, so that focus and screen readers stay in the top layer. Snackbars and live regions are outside
 * #root.
 */
function makeRestInert(): void {
  document.getElementById('root')?.toggleAttribute('inert', open.length > 0)
  for (const layer of open) layer.box.toggleAttribute('inert', !isTopLayer(layer))
  lockScroll(open.length > 0)
}

/** Replaces the scrollbar by padding of the same width, so that nothing jumps sideways. */
function lockScroll(isLocked: boolean): void {
  const { documentElement: html, body } = document
  if (!isLocked) {
    html.style.overflow = ''
    body.style.paddingRight = ''
  } else if (html.style.overflow !== 'hidden') {
    body.style.paddingRight = `${window.innerWidth - html.clientWidth}px`
    html.style.overflow = 'hidden'
  }
}
