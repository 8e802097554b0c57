import { useRouter } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { readPlace, writePlace } from '#web/features/posts/feed/feed-places.ts'
import type { Place } from '#web/features/posts/feed/feed-places.ts'
import { goTo, idOf, placeIn, rowOf } from '#web/features/posts/feed/feed-scroller.ts'
import type { LoadedFeed } from '#web/features/posts/feed/use-feed.ts'

const mostPages = 10
/** As many posts may have come on top as fit into these. */
const spared = 2
const holdMs = 1500
const saveMs = 100
const signsOfReader = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

export type FeedList = { list: RefObject<HTMLElement | null>; isPanel: boolean; name: string }

/** Where the reader was in this feed when this entry of the history was left or reloaded. */
export function useKeptPlace(name: string): Place | null {
  const router = useRouter()
  const [place] = useState(() => readPlace(entryOf(router, name)))
  return place
}

/** True while the pages down to the reader's place are still on their way. Then goes there, and keeps the place from then on. */
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
    return holdAt(router, rows, () => {
      goTo(rows, place.anchors, isPanel)
      focusOpened(rows, place.opened)
    })
  }, [router, list, isPanel, place, isWaiting])
  useEffect(() => {
    if (isWaiting || pages === 0) return
    return keepPlace(router, name, (opened) => {
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

/** Until the reader moves, or the page has had time to settle: rows above find their size, the router scrolls too. */
export function holdAt(router: AnyRouter, list: HTMLElement, pin: () => void): () => void {
  pin()
  const sizes = new ResizeObserver(pin)
  for (const box of [list, list.parentElement, document.body]) if (box !== null) sizes.observe(box)
  const stopHearing = router.subscribe('onRendered', pin)
  const stop = () => {
    clearTimeout(timer)
    sizes.disconnect()
    stopHearing()
    for (const sign of signsOfReader) window.removeEventListener(sign, stop, true)
  }
  const timer = setTimeout(stop, holdMs)
  for (const sign of signsOfReader) window.addEventListener(sign, stop, { capture: true, passive: true })
  return stop
}

type Look = (opened: number | null) => Place | null

/** Under the entry one is on; a dialog's entry is not one of its own. */
function keepPlace(router: AnyRouter, name: string, look: Look): () => void {
  let entry = entryOf(router, name)
  let opened: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const { pathname } = location
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    writePlace(entry, look(opened))
  }
  const saveSoon = () => {
    timer ??= setTimeout(save, saveMs)
  }
  const stopHearing = router.history.subscribe(() => {
    const isSamePage = router.history.location.pathname === pathname
    opened = isSamePage ? null : openedBy(router.history.location.pathname)
    if (!isSamePage) save()
    else if (!router.history.location.state.layers?.length) entry = entryOf(router, name)
  })
  document.addEventListener('scroll', saveSoon, { capture: true, passive: true })
  window.addEventListener('pagehide', save)
  return () => {
    clearTimeout(timer)
    stopHearing()
    document.removeEventListener('scroll', saveSoon, true)
    window.removeEventListener('pagehide', save)
  }
}

/** By its link, or by one inside it. */
function openedBy(pathname: string): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-post]')
  return Number(/^\/post\/(\d+)$/.exec(pathname)?.[1]) || (row ? idOf(row) : null)
}

/** The keys go on from there. A new page gives the focus to its top; elsewhere somebody has put it. */
function focusOpened(list: HTMLElement, id: number | null): void {
  const held = document.activeElement
  if (id === null || (held !== document.body && held?.id !== 'main')) return
  rowOf(list, id)?.focus({ preventScroll: true })
}

function entryOf(router: AnyRouter, name: string): string {
  return `${router.history.location.state.__TSR_key ?? 'first'}.${name}`
}
