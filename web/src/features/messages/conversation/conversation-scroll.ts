import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { anchorsIn, scrollToAnchors, type Anchor } from '#web/lib/navigation/scroll-anchor.ts'

/** Within this many pixels the log counts as scrolled to the end, and stays there. */
const nearEnd = 48
/** This much of the older messages is shown above the first new one. */
const spaceAbove = 56

type LogEnds = {
  oldest: number | undefined
  /** The newest message of the other side. */
  newest: number | undefined
  /** The time when the viewer sent the last message, to which the log scrolls. */
  sentAt: number
}
type Position = { sentAt: number; top: number; isAtEnd: boolean; anchors: Anchor<string>[] }
/** Where the reader left the log of each entry of the history, for Back. Whoever was at the end opens it there. */
const leftAt = new Map<string, Anchor<string>[]>()
type SavePosition = (element: HTMLElement, sentAt: number) => void

/**
 * Opens where the reader left it before Back, else at the first new message, else at the end, and stays at the end. Visible messages stay where they are when
 * others are added above or reloaded, because not every browser does that by itself.
 */
export function useConversationScroll({ oldest, newest, sentAt }: LogEnds) {
  const box = useRef<HTMLDivElement>(null)
  const position = useRef<Position>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const router = useRouter()
  const [entry] = useState(() => router.history.location.state.key ?? 'first')

  const savePosition = useCallback(
    (element: HTMLElement, sent: number) => {
      const now = positionIn(element)
      position.current = { sentAt: sent, ...now }
      leftAt.set(entry, now.isAtEnd ? [] : now.anchors)
      setAtEnd(now.isAtEnd)
    },
    [entry],
  )

  const onScroll = useCallback(() => {
    // The event comes late. A log that has grown in the meantime was not scrolled away from its end.
    if (box.current === null || position.current === null || box.current.scrollTop === position.current.top)
      return
    savePosition(box.current, position.current.sentAt)
  }, [savePosition])

  useLayoutEffect(() => {
    if (box.current === null) return
    const before = position.current
    const staysAtEnd = before !== null && (before.isAtEnd || sentAt > before.sentAt)
    if (before === null) open(box.current, leftAt.get(entry) ?? [])
    else if (staysAtEnd) toEnd(box.current)
    else restore(box.current, before.anchors)
    savePosition(box.current, sentAt)
  }, [oldest, newest, sentAt, entry, savePosition])

  useStayAtEnd(box, position, savePosition)
  return { box, onScroll, isAtEnd, toEnd: () => box.current && toEnd(box.current) }
}

/** Stays at the end, which moves when the field below grows or a picture loads. */
function useStayAtEnd(
  box: RefObject<HTMLDivElement | null>,
  position: RefObject<Position | null>,
  savePosition: SavePosition,
): void {
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      if (position.current?.isAtEnd) toEnd(element)
      if (position.current !== null) savePosition(element, position.current.sentAt)
    })
    observer.observe(element)
    for (const part of element.children) observer.observe(part)
    return () => observer.disconnect()
  }, [box, position, savePosition])
}

function positionIn(element: HTMLElement) {
  const { scrollHeight, scrollTop: top, clientHeight } = element
  return {
    top,
    isAtEnd: scrollHeight - top - clientHeight < nearEnd,
    anchors: anchorsIn(rowsOf(element), element, chatIdOf),
  }
}

/** Returns the messages without the day headings above them, which may disappear when older ones are added. */
function rowsOf(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('[data-chat]')]
}

function chatIdOf(row: HTMLElement): string {
  return row.dataset.chat ?? ''
}

function restore(element: HTMLElement, anchors: Anchor<string>[]): HTMLElement | null {
  return scrollToAnchors(anchors, element, (chatId) => element.querySelector(`[data-chat="${chatId}"]`))
}

function open(element: HTMLElement, left: Anchor<string>[]): void {
  if (restore(element, left) !== null) return
  const marker = element.querySelector('[data-new]')
  if (marker === null) return toEnd(element)
  const above = marker.getBoundingClientRect().top - element.getBoundingClientRect().top
  element.scrollTop += above - spaceAbove
}

function toEnd(element: HTMLElement): void {
  element.scrollTop = element.scrollHeight
}
