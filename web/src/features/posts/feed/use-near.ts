import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { firstInSight, idOf, rowsOf, scrollerOf } from '#web/features/posts/feed/feed-scroller.ts'

/** Heights are those inside the border, as CSS takes them for what is not drawn. */
type Near = { from: number; to: number; heights: ReadonlyMap<number, number>; focused: number | null }

const mostWhole = 200
const margin = 40
const all: Near = { from: 0, to: Infinity, heights: new Map(), focused: null }

/** In a long feed only the rows around the reader are drawn; the others keep their height and their name. */
export function useNear(list: RefObject<HTMLElement | null>, isPanel: boolean, count: number): Near {
  const [near, setNear] = useState(all)
  useEffect(() => {
    if (count <= mostWhole) return
    const look = () =>
      setNear((before) => (list.current === null ? before : around(list.current, isPanel, before)))
    let frame = 0
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    onScroll()
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', onScroll, true)
    }
  }, [list, isPanel, count])
  return count <= mostWhole ? all : near
}

function around(list: HTMLElement, isPanel: boolean, before: Near): Near {
  const rows = rowsOf(list)
  const first = firstInSight(rows, scrollerOf(list, isPanel))
  const isInside = (first - before.from > margin || before.from === 0) && before.to - first > margin
  if (first === -1 || (isInside && before.to < Infinity)) return before
  const focused = document.activeElement?.closest<HTMLElement>('[data-post]')
  return {
    from: Math.max(0, first - mostWhole / 2),
    to: first + mostWhole / 2,
    heights: new Map(rows.map((row) => [idOf(row), row.clientHeight])),
    focused: focused ? idOf(focused) : null,
  }
}
