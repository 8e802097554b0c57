import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { Point } from '#web/entities/uploads/crop-frame.ts'

type Deeds = { onMove: (by: Point) => void; onZoom: (factor: number, at: Point) => void }

/** Drag with one pointer, pinch with two, or turn the wheel. All points are shares of the box. */
export function useGestures(box: RefObject<HTMLElement | null>, deeds: Deeds): void {
  const latest = useRef(deeds)
  useEffect(() => {
    latest.current = deeds
  })
  useEffect(() => {
    if (box.current === null) return
    return listen(box.current, {
      onMove: (by) => latest.current.onMove(by),
      onZoom: (factor, at) => latest.current.onZoom(factor, at),
    })
  }, [box])
}

function listen(box: HTMLElement, { onMove, onZoom }: Deeds): () => void {
  const held = new Map<number, Point>()
  const { signal, abort } = stopper()

  const onPointerMove = (event: PointerEvent) => {
    const before = held.get(event.pointerId)
    if (before === undefined) return
    const now = pointIn(box, event)
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1]
    held.set(event.pointerId, now)
    if (other === undefined) onMove({ x: before.x - now.x, y: before.y - now.y })
    // About the finger that rests, so that what lies under it stays there.
    else onZoom(apart(box, now, other) / apart(box, before, other), other)
  }
  const letGo = (event: PointerEvent) => held.delete(event.pointerId)

  box.addEventListener(
    'pointerdown',
    (event) => {
      box.setPointerCapture(event.pointerId)
      held.set(event.pointerId, pointIn(box, event))
    },
    { signal },
  )
  box.addEventListener('pointermove', onPointerMove, { signal })
  box.addEventListener('pointerup', letGo, { signal })
  box.addEventListener('pointercancel', letGo, { signal })
  box.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      onZoom(Math.exp(-event.deltaY * 0.002), pointIn(box, event))
    },
    { signal, passive: false },
  )
  return abort
}

function stopper() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

function pointIn(box: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top, width, height } = box.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

function apart(box: HTMLElement, a: Point, b: Point): number {
  return Math.max(1, Math.hypot((a.x - b.x) * box.clientWidth, (a.y - b.y) * box.clientHeight))
}
