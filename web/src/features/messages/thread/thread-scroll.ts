import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** Nearer than this, one is at the end and stays there. */
const nearEnd = 48
/** What was read before stays in sight above the first that is new. */
const roomAbove = 56

type Ends = {
  oldest: number | undefined
  /** Of what others wrote. */
  newest: number | undefined
  /** When the last one was sent from here: whoever writes wants to see it. */
  sentAt: number
}
/** Held by its lower edge: what stands over the first message of a day goes when older ones come. */
type Row = { chatId: string; bottom: number }
type Place = { sentAt: number; top: number; isAtEnd: boolean; rows: Row[] }
type Settle = (element: HTMLElement, sentAt: number) => void

/**
 * Opens at the first new message, else at the end, and stays at the end. What is read stays in its place, whatever is put
 * on top or loaded anew: not every browser holds it there, so it is done by hand.
 */
export function useThreadScroll({ oldest, newest, sentAt }: Ends) {
  const box = useRef<HTMLDivElement>(null)
  const place = useRef<Place>(null)
  const [isAtEnd, setAtEnd] = useState(true)

  const settle = useCallback((element: HTMLElement, sent: number) => {
    place.current = { sentAt: sent, ...placeIn(element) }
    setAtEnd(place.current.isAtEnd)
  }, [])

  const note = useCallback(() => {
    // Told of late: what stands below may have grown meanwhile, which takes nobody away from the end.
    if (box.current === null || place.current === null || box.current.scrollTop === place.current.top) return
    settle(box.current, place.current.sentAt)
  }, [settle])

  useLayoutEffect(() => {
    if (box.current === null) return
    const before = place.current
    const staysAtEnd = before !== null && (before.isAtEnd || sentAt > before.sentAt)
    if (before === null) open(box.current)
    else if (staysAtEnd) toEnd(box.current)
    else holdStill(box.current, before.rows)
    settle(box.current, sentAt)
  }, [oldest, newest, sentAt, settle])

  useStayAtEnd(box, place, settle)
  return { box, note, isAtEnd, toEnd: () => box.current && toEnd(box.current) }
}

/** Also when the field below grows, or a picture comes. */
function useStayAtEnd(
  box: RefObject<HTMLDivElement | null>,
  place: RefObject<Place | null>,
  settle: Settle,
): void {
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      if (place.current?.isAtEnd) toEnd(element)
      if (place.current !== null) settle(element, place.current.sentAt)
    })
    observer.observe(element)
    for (const part of element.children) observer.observe(part)
    return () => observer.disconnect()
  }, [box, place, settle])
}

function placeIn(element: HTMLElement) {
  const { scrollHeight, scrollTop: top, clientHeight } = element
  return { top, isAtEnd: scrollHeight - top - clientHeight < nearEnd, rows: rowsFrom(element) }
}

/** From the first in sight on. */
function rowsFrom(element: HTMLElement): Row[] {
  const rows = [...element.querySelectorAll<HTMLElement>('[data-chat]')]
  return rows
    .map((row) => ({ chatId: row.dataset.chat ?? '', bottom: bottomOf(row, element) }))
    .filter(({ bottom }) => bottom > 0)
}

/** By the first that is still there. */
function holdStill(element: HTMLElement, rows: Row[]): void {
  for (const { chatId, bottom } of rows) {
    const row = element.querySelector<HTMLElement>(`[data-chat="${chatId}"]`)
    if (row === null) continue
    element.scrollTop += bottomOf(row, element) - bottom
    return
  }
}

function bottomOf(row: HTMLElement, element: HTMLElement): number {
  return row.getBoundingClientRect().bottom - element.getBoundingClientRect().top
}

function open(element: HTMLElement): void {
  const line = element.querySelector('[data-new]')
  if (line === null) return toEnd(element)
  const above = line.getBoundingClientRect().top - element.getBoundingClientRect().top
  element.scrollTop += above - roomAbove
}

function toEnd(element: HTMLElement): void {
  element.scrollTop = element.scrollHeight
}
