import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { readPosition, writePosition, type FeedPosition } from '#web/features/posts/feed/feed-position.ts'
import {
  scrollToPosts,
  postIdOf,
  postAnchorsIn,
  readerEvents,
  rowOfPost,
} from '#web/features/posts/feed/feed-scroller.ts'
import type { LoadedFeed } from '#web/features/posts/feed/use-feed.ts'

const maxPages = 10
/** The number of pages that new posts may have added above the position. */
const spared = 2
const settleMs = 1500
const saveMs = 100

export type FeedList = { list: RefObject<HTMLElement | null>; isPanel: boolean; name: string }

/** Returns where the reader was when this entry of the history was left or reloaded. */
export function useSavedPosition(name: string): FeedPosition | null {
  const router = useRouter()
  const [position] = useState(() => readPosition(entryOf(router, name)))
  return position
}

/** Returns true while the pages down to the position load. Then it scrolls there, and saves each later position. */
export function useFeedPosition(
  position: FeedPosition | null,
  feed: LoadedFeed,
  { list, isPanel, name }: FeedList,
): boolean {
  const router = useRouter()
  const [isWaiting, setWaiting] = useState(position !== null)
  const pages = feed.data?.pages.length ?? 0
  if (isWaiting && (feed.query.isError || (pages > 0 && hasReached(position, feed, pages)))) setWaiting(false)

  const { loadMore, isLoadingMore } = feed
  useEffect(() => {
    if (isWaiting && pages > 0 && !isLoadingMore) loadMore()
  })
  useLayoutEffect(() => {
    const rows = list.current
    if (isWaiting || position === null || rows === null) return
    return pinWhileSettling(router, rows, () => {
      scrollToPosts(rows, position.anchors, isPanel)
      focusOpened(rows, position.opened)
    })
  }, [router, list, isPanel, position, isWaiting])
  useEffect(() => {
    if (isWaiting || pages === 0) return
    return savePositions(router, name, (opened) => {
      const anchors = list.current === null ? null : postAnchorsIn(list.current, isPanel)
      return anchors === null && opened === null ? null : { anchors: anchors ?? [], pages, opened }
    })
  }, [router, list, isPanel, name, isWaiting, pages])
  return isWaiting
}

function hasReached(
  position: FeedPosition | null,
  { posts, cursor, hasFailed }: LoadedFeed,
  pages: number,
): boolean {
  const first = position?.anchors[0]
  if (first === undefined || cursor === null || hasFailed) return true
  return (
    pages >= Math.min(maxPages, (position?.pages ?? 0) + spared) || posts.some(({ id }) => id === first.id)
  )
}

/** Pins the position until the reader moves or the page has settled, since rows above get their size late. */
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

type CurrentPosition = (opened: number | null) => FeedPosition | null

/** Saves positions under the current entry of the history. The entry of a dialog belongs to the page below it. */
function savePositions(router: AnyRouter, name: string, currentPosition: CurrentPosition): () => void {
  let entry = entryOf(router, name)
  let opened: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const { pathname } = location
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    writePosition(entry, currentPosition(opened))
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

/** Returns the post that the new page shows, or the one that contains the link to it. */
function openedBy(pathname: string): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-post]')
  return Number(/^\/post\/(\d+)$/.exec(pathname)?.[1]) || (row ? postIdOf(row) : null)
}

/** Focuses the opened post only if the focus is at the top, as on every new page. Elsewhere the reader has moved it. */
function focusOpened(list: HTMLElement, id: number | null): void {
  const focused = document.activeElement
  if (id === null || (focused !== document.body && focused?.id !== 'main')) return
  rowOfPost(list, id)?.focus({ preventScroll: true })
}

function entryOf(router: AnyRouter, name: string): string {
  return `${router.history.location.state.key ?? 'first'}.${name}`
}
