import { useRouter } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { readPlace, writePlace } from '#web/features/posts/feed/feed-places.ts'
import type { Place } from '#web/features/posts/feed/feed-places.ts'
import { goTo, idOf, placeIn, rowOf } from '#web/features/posts/feed/feed-scroller.ts'
import type { LoadedFeed } from '#web/features/posts/feed/use-feed.ts'

const mostPages = 10
/** Pages that new posts may have added above the place. */
const spared = 2
const settleMs = 1500
const saveMs = 100
const readerEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

export type FeedList = { list: RefObject<HTMLElement | null>; isPanel: boolean; name: string }

/** Where the reader was when this entry of the history was left or reloaded. */
export function useSavedPlace(name: string): Place | null {
  const router = useRouter()
  const [place] = useState(() => readPlace(entryOf(router, name)))
  return place
}

/** True while the pages down to the reader's place are loading. Then scrolls there, and saves the place from then on. */
export function usePlace(place: Place | null, feed: LoadedFeed, { list, isPanel, name }: FeedList): boolean {
  const router = useRouter()
  const [isWaiting, setWaiting] = useState(place !== null)
  const pages = feed.data?.pages.length ?? 0
  if (isWaiting && (feed.query.isError || (pages > 0 && hasCome(place, feed, pages)))) setWaiting(false)

  const { loadMore, isLoadingMore } = feed
  useEffect(() => {
    if (isWaiting && pages > 0 && !isLoadingMore) loadMore()
  })
  useLayoutEffect(() => {
    const rows = list.current
    if (isWaiting || place === null || rows === null) return
    return pinWhileSettling(router, rows, () => {
      goTo(rows, place.anchors, isPanel)
      focusOpened(rows, place.opened)
    })
  }, [router, list, isPanel, place, isWaiting])
  useEffect(() => {
    if (isWaiting || pages === 0) return
    return savePlaces(router, name, (opened) => {
      const anchors = list.current === null ? null : placeIn(list.current, isPanel)
      return anchors === null && opened === null ? null : { anchors: anchors ?? [], pages, opened }
    })
  }, [router, list, isPanel, name, isWaiting, pages])
  return isWaiting
}

function hasCome(place: Place | null, { posts, cursor, hasFailed }: LoadedFeed, pages: number): boolean {
  const first = place?.anchors[0]
  if (first === undefined || cursor === null || hasFailed) return true
  return pages >= Math.min(mostPages, (place?.pages ?? 0) + spared) || posts.some(({ id }) => id === first.id)
}

/** Until the reader moves, or the page has settled: rows above get their size late, and the router scrolls too. */
export function pinWhileSettling(router: AnyRouter, list: HTMLElement, pin: () => void): () => void {
  pin()
  const sizes = new ResizeObserver(pin)
  for (const box of [list, list.parentElement, document.body]) if (box !== null) sizes.observe(box)
  const unsubscribe = router.subscribe('onRendered', pin)
  const stop = () => {
    clearTimeout(timer)
    sizes.disconnect()
    unsubscribe()
    for (const type of readerEvents) window.removeEventListener(type, stop, true)
  }
  const timer = setTimeout(stop, settleMs)
  for (const type of readerEvents) window.addEventListener(type, stop, { capture: true, passive: true })
  return stop
}

type ReadPlaceNow = (opened: number | null) => Place | null

/** Under the current entry of the history; the entry of a dialog belongs to the page below it. */
function savePlaces(router: AnyRouter, name: string, readPlaceNow: ReadPlaceNow): () => void {
  let entry = entryOf(router, name)
  let opened: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const { pathname } = location
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    writePlace(entry, readPlaceNow(opened))
  }
  const saveSoon = () => {
    timer ??= setTimeout(save, saveMs)
  }
  const unsubscribe = router.history.subscribe(() => {
    const isSamePage = router.history.location.pathname === pathname
    opened = isSamePage ? null : openedBy(router.history.location.pathname)
    if (!isSamePage) save()
    else if (!router.history.location.state.layers?.length) entry = entryOf(router, name)
  })
  document.addEventListener('scroll', saveSoon, { capture: true, passive: true })
  window.addEventListener('pagehide', save)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('scroll', saveSoon, true)
    window.removeEventListener('pagehide', save)
  }
}

/** The post of the new page, or the one that contains the link. */
function openedBy(pathname: string): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-post]')
  return Number(/^\/post\/(\d+)$/.exec(pathname)?.[1]) || (row ? idOf(row) : null)
}

/** Only where the focus is at the top, as on every new page: elsewhere the reader has moved it. */
function focusOpened(list: HTMLElement, id: number | null): void {
  const focused = document.activeElement
  if (id === null || (focused !== document.body && focused?.id !== 'main')) return
  rowOf(list, id)?.focus({ preventScroll: true })
}

function entryOf(router: AnyRouter, name: string): string {
  return `${router.history.location.state.key ?? 'first'}.${name}`
}
