import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { firstInSight, idOf, rowsOf, scrollerOf } from '#web/features/posts/feed/feed-scroller.ts'

/** Heights without the border, as `contain-intrinsic-size` expects them. */
type Near = { from: number; to: number; heights: ReadonlyMap<number, number>; focused: number | null }

const maxRendered = 200
const margin = 40
const all: Near = { from: 0, to: Infinity, heights: new Map(), focused: null }

/** In a long feed only the rows around the reader are rendered; the others have only their height and name. */
export function useNear(list: RefObject<HTMLElement | null>, isPanel: boolean, count: number): Near {
  const [near, setNear] = useState(all)
  useEffect(() => {
    if (count <= maxRendered) return
    const update = () =>
      setNear((before) => (list.current === null ? before : around(list.current, isPanel, before)))
    let frame = 0
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(update)
    }
    onScroll()
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', onScroll, true)
    }
  }, [list, isPanel, count])
  return count <= maxRendered ? all : near
}

function around(list: HTMLElement, isPanel: boolean, before: Near): Near {
  const rows = rowsOf(list)
  const first = firstInSight(rows, scrollerOf(list, isPanel))
  const isInside = (first - before.from > margin || before.from === 0) && before.to - first > margin
  if (first === -1 || (isInside && before.to < Infinity)) return before
  const focused = document.activeElement?.closest<HTMLElement>('[data-post]')
  return {
    from: Math.max(0, first - maxRendered / 2),
    to: first + maxRendered / 2,
    heights: new Map(rows.map((row) => [idOf(row), row.clientHeight])),
    focused: focused ? idOf(focused) : null,
  }
}
