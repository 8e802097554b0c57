import { useEffect, type RefObject } from 'react'
import { focusRow, postRowsOf, scrollerOf } from '#web/features/posts/feed/feed-scroller.ts'
import { firstInSight } from '#web/lib/navigation/scroll-anchor.ts'
import type { PostAction } from '#web/entities/posts/post-link.ts'
import { useShortcuts } from '#web/lib/navigation/shortcuts.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

/** Adds the shortcuts of a feed. They act on the focused post, or else on the first in sight. */
export function useFeedKeys(list: RefObject<HTMLElement | null>, isPanel: boolean): void {
  const step = (by: 1 | -1) => list.current && focusStep(list.current, isPanel, by)
  const current = () => list.current && currentRow(list.current, isPanel)
  const hasRows = () => list.current !== null && postRowsOf(list.current).length > 0
  const press = (action: PostAction) =>
    current()?.querySelector<HTMLElement>(`[data-post-action="${action}"]`)?.click()
  useShortcuts([
    { keys: 'j', does: 'Next post', run: () => void step(1), when: hasRows },
    { keys: 'k', does: 'Previous post', run: () => void step(-1), when: hasRows },
    { keys: 'o', does: 'Open the post', run: () => openPost(current()), when: hasRows },
    { keys: 'l', does: 'Like the post', run: () => press('like'), when: hasRows },
    { keys: 'c', does: 'Comment on the post', run: () => press('comment'), when: hasRows },
  ])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Element && list.current?.contains(event.target)
      if (isInside && list.current !== null) handleFeedKey(event, list.current, isPanel)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list, isPanel])
}

/** Handles the feed keys that screen readers expect. A post taller than the screen is first scrolled to its end. */
function handleFeedKey(event: KeyboardEvent, list: HTMLElement, isPanel: boolean): void {
  const { key, target } = event
  if (event.defaultPrevented || event.altKey || event.metaKey || event.shiftKey) return
  if (target instanceof Element && target.closest('input, textarea, select, video') !== null) return
  if (event.ctrlKey && (key === 'Home' || key === 'End')) {
    if (leaveFeed(list, key)) event.preventDefault()
    return
  }
  if (event.ctrlKey || (key !== 'PageDown' && key !== 'PageUp')) return
  const by = key === 'PageDown' ? 1 : -1
  const current = focusedRow() ?? postRowsOf(list).find(isInSight)
  if (!goesOn(current, by) && focusStep(list, isPanel, by)) event.preventDefault()
}

function openPost(row: HTMLElement | null): void {
  row?.querySelector('a time')?.closest('a')?.click()
}

function focusedRow(): HTMLElement | null | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-post]')
}

function currentRow(list: HTMLElement, isPanel: boolean): HTMLElement | null {
  const rows = postRowsOf(list)
  return focusedRow() ?? rows[firstInSight(rows, scrollerOf(list, isPanel))] ?? null
}

function focusStep(list: HTMLElement, isPanel: boolean, by: 1 | -1): boolean {
  const rows = postRowsOf(list)
  const focused = focusedRow()
  const at = focused ? rows.indexOf(focused) + by : firstInSight(rows, scrollerOf(list, isPanel))
  const row = rows[at]
  if (row === undefined) return false
  focusRow(row)
  return true
}

function isInSight(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

function goesOn(row: HTMLElement | undefined, by: 1 | -1): boolean {
  const box = row?.getBoundingClientRect()
  if (box === undefined) return false
  return by === 1 ? box.bottom > window.innerHeight + 1 : box.top < -1
}

/** Moves the focus to the nearest focusable element before or after the feed. */
function leaveFeed(list: HTMLElement, key: 'Home' | 'End'): boolean {
  const stops = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, [tabindex="0"]'),
  ]
  const outside = stops.filter((stop) => !list.contains(stop) && canTakeFocus(stop))
  const side = key === 'Home' ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const there = outside.filter((stop) => (list.compareDocumentPosition(stop) & side) !== 0)
  const target = key === 'Home' ? lastOf(there) : there[0]
  target?.focus()
  return target !== undefined
}

function canTakeFocus(stop: HTMLElement): boolean {
  return stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.getClientRects().length > 0
}
