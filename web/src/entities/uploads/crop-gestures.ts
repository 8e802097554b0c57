import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { Point } from '#web/entities/uploads/crop-frame.ts'

type Handlers = { onMove: (by: Point) => void; onZoom: (factor: number, at: Point) => void }

/** Handles gestures: one pointer drags, two pinch, and the wheel zooms. All points are shares of the box. */
export function useCropGestures(box: RefObject<HTMLElement | null>, handlers: Handlers): void {
  const move = useEffectEvent(handlers.onMove)
  const zoom = useEffectEvent(handlers.onZoom)
  useEffect(() => {
    if (box.current === null) return
    return listen(box.current, { onMove: (by) => move(by), onZoom: (factor, at) => zoom(factor, at) })
  }, [box])
}

function listen(box: HTMLElement, { onMove, onZoom }: Handlers): () => void {
  const pointers = new Map<number, Point>()
  const controller = new AbortController()
  const { signal } = controller

  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId)
    if (before === undefined) return
    const now = pointIn(box, event)
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    pointers.set(event.pointerId, now)
    if (other === undefined) onMove({ x: before.x - now.x, y: before.y - now.y })
    // Zooms around the resting finger, so that the point under it stays there.
    else onZoom(distance(box, now, other) / distance(box, before, other), other)
  }
  const onPointerEnd = (event: PointerEvent) => pointers.delete(event.pointerId)

  box.addEventListener(
    'pointerdown',
    (event) => {
      box.setPointerCapture(event.pointerId)
      pointers.set(event.pointerId, pointIn(box, event))
    },
    { signal },
  )
  box.addEventListener('pointermove', onPointerMove, { signal })
  box.addEventListener('pointerup', onPointerEnd, { signal })
  box.addEventListener('pointercancel', onPointerEnd, { signal })
  box.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      onZoom(Math.exp(-event.deltaY * 0.002), pointIn(box, event))
    },
    { signal, passive: false },
  )
  return () => controller.abort()
}

function pointIn(box: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top, width, height } = box.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

function distance(box: HTMLElement, a: Point, b: Point): number {
  return Math.max(1, Math.hypot((a.x - b.x) * box.clientWidth, (a.y - b.y) * box.clientHeight))
}
