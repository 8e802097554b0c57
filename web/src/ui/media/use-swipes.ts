import { useRef, type MouseEvent, type PointerEvent } from 'react'

type Finger = PointerEvent<HTMLElement>

const farEnough = { sideways: 56, down: 96 }
/** A shorter movement is a tap with an unsteady finger. */
const tapRoom = 10

/** Moves the element marked `data-moves` with the finger. A long enough movement is a swipe; otherwise it returns. */
export function useSwipes(onSwipe: (step: -1 | 1 | 'down') => void) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null)
  const isDrag = useRef(false)

  function moved(event: Finger): { x: number; y: number } | null {
    if (start.current?.id !== event.pointerId) return null
    const x = event.clientX - start.current.x
    const y = event.clientY - start.current.y
    return Math.abs(x) > Math.abs(y) ? { x, y: 0 } : { x: 0, y: Math.max(0, y) }
  }

  function end(event: Finger): void {
    const distance = moved(event)
    start.current = null
    isDrag.current = distance !== null && Math.max(Math.abs(distance.x), distance.y) > tapRoom
    shift(event, 0, 0)
    if (distance === null || event.type === 'pointercancel') return
    if (distance.y > farEnough.down) onSwipe('down')
    else if (Math.abs(distance.x) > farEnough.sideways) onSwipe(distance.x < 0 ? 1 : -1)
  }

  return {
    onPointerDown(event: Finger) {
      isDrag.current = false
      const isFirst = event.pointerType !== 'mouse' && event.isPrimary
      // A second finger starts a pinch, so the swipe ends.
      start.current = isFirst ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null
      if (!isFirst) shift(event, 0, 0)
    },
    onPointerMove(event: Finger) {
      const distance = moved(event)
      if (distance !== null) shift(event, distance.x, distance.y)
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      if (isDrag.current) drop(event)
    },
  }
}

/** Prevents the click on a button where a swipe began. */
function drop(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

function shift({ currentTarget }: Finger, x: number, y: number): void {
  const part = currentTarget.querySelector<HTMLElement>('[data-moves]')
  if (part !== null) part.style.translate = x === 0 && y === 0 ? '' : `${x}px ${y}px`
}
