import type { AnyRouter, RouterHistory } from '@tanstack/react-router'

/** What lies over the page: dialogs, sheets, the drawer. Each is a history entry, so that Back closes it. */
export type Layer = { id: string; box: HTMLElement; close: () => void }

declare module '@tanstack/react-router' {
  interface HistoryState {
    layers?: string[]
  }
}

const open: Layer[] = []
const entered = new WeakSet<Layer>()
/** The browser steps back later than it is asked to. Asked again before, it would step on from there, and out of the app. */
let isStepping = false
const watched = new WeakSet<AnyRouter>()

/** Also before the first layer opens: after a reload, Back and Forward still meet the entries of old ones. */
export function watchLayers(router: AnyRouter): void {
  if (watched.has(router)) return
  watched.add(router)
  settle(router)
  historyOf(router).subscribe(({ action }) => {
    const named = namedIn(router)
    for (const layer of open.toReversed()) if (entered.has(layer) && !named.includes(layer.id)) layer.close()
    if (action.type === 'REPLACE') return
    isStepping = false
    // After the router, which hears of it next.
    queueMicrotask(() => settle(router))
  })
}

/** Returns what takes the layer up again, entry and all. */
export function layDown(router: AnyRouter, layer: Layer): () => void {
  watchLayers(router)
  open.push(layer)
  coverTheRest()
  if (!isStepping) enterHistory(router, layer)
  return () => {
    open.splice(open.indexOf(layer), 1)
    coverTheRest()
    // After this turn, when a navigation that came with the closing has already taken the entry's place.
    queueMicrotask(() => settle(router))
  }
}

export function isTopLayer(layer: Layer): boolean {
  return open.at(-1) === layer
}

export function isAnyLayerOpen(): boolean {
  return open.length > 0
}

/**
 * Entries of layers that are not open (Forward, a reload, a page that was left) are passed over. A layer that opened
 * meanwhile gets its own then.
 */
function settle(router: AnyRouter): void {
  if (isStepping) return
  const named = namedIn(router)
  const left = named.length - 1 - named.findLastIndex(isOpen)
  const waiting = open.find((layer) => !entered.has(layer))
  isStepping = left > 0
  if (isStepping) historyOf(router).go(-left)
  else if (waiting) enterHistory(router, waiting)
}

/** A layer that comes in place of one just taken up takes over its entry: a swap is no step. */
function enterHistory(router: AnyRouter, layer: Layer): void {
  const { latestLocation } = router
  const named = namedIn(router)
  const before = named.at(-1)
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

/** Inert keeps focus and screen readers inside the top layer; the snackbars and live regions stand outside #root. */
function coverTheRest(): void {
  const page = document.getElementById('root')
  if (page !== null) page.inert = open.length > 0
  for (const layer of open) layer.box.inert = !isTopLayer(layer)
  lockScroll(open.length > 0)
}

/** The bar's width is kept as padding, so that nothing jumps sideways. */
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
