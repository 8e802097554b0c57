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
  /** The last one sent from here: whoever writes wants to see it. */
  sent: string | undefined
}
type Place = Ends & { top: number; fromEnd: number; isAtEnd: boolean }

/**
 * Opens at the first new message, else at the end, and stays at the end. Older ones that are put on top move nothing:
 * not every browser holds what is read in its place, so the distance to the end is kept by hand.
 */
export function useThreadScroll({ oldest, newest, sent }: Ends) {
  const box = useRef<HTMLDivElement>(null)
  const place = useRef<Place>(null)
  const [hasNew, setHasNew] = useState(false)

  const note = useCallback(() => {
    // Told of late: what stands below may have grown meanwhile, which takes nobody away from the end.
    if (box.current === null || place.current === null || box.current.scrollTop === place.current.top) return
    Object.assign(place.current, placeIn(box.current))
    if (place.current.isAtEnd) setHasNew(false)
  }, [])

  useLayoutEffect(() => {
    if (box.current === null) return
    const before = place.current
    if (before === null) open(box.current)
    else if (before.isAtEnd || isSent(before.sent, sent)) toEnd(box.current)
    else if (before.oldest !== oldest) box.current.scrollTop = box.current.scrollHeight - before.fromEnd
    else if (before.newest !== newest) setHasNew(true)
    place.current = { oldest, newest, sent, ...placeIn(box.current) }
  }, [oldest, newest, sent])

  useStayAtEnd(box, place)
  return { box, note, hasNew, toEnd: () => box.current && toEnd(box.current) }
}

/** Also when the field below grows, or a picture comes. */
function useStayAtEnd(box: RefObject<HTMLDivElement | null>, place: RefObject<Place | null>): void {
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      if (place.current?.isAtEnd) toEnd(element)
      if (place.current !== null) Object.assign(place.current, placeIn(element))
    })
    observer.observe(element)
    for (const part of element.children) observer.observe(part)
    return () => observer.disconnect()
  }, [box, place])
}

function isSent(before: string | undefined, sent: string | undefined): boolean {
  return sent !== undefined && sent !== before
}

function placeIn({ scrollHeight, scrollTop: top, clientHeight }: HTMLElement) {
  const fromEnd = scrollHeight - top
  return { top, fromEnd, isAtEnd: fromEnd - clientHeight < nearEnd }
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
