import { useLocation, useRouter } from '@tanstack/react-router'
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { MouseEvent } from 'react'
import { readStored, writeStored } from '#web/lib/stored.ts'

const key = 'rootsquare.from-group-list'
const area = () => window.sessionStorage
const mostKept = 50

/** For a link to the groups: whoever came from there goes back to their search and their place, over all tabs since. */
export function useBackToList(): (event: MouseEvent) => void {
  const router = useRouter()
  const [listAt] = useState(() => lookBack(router))
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  useEffect(() => {
    if (listAt !== null && entry !== undefined) remember(entry, listAt)
  }, [entry, listAt])
  return (event) => {
    const isForAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (listAt === null || isForAnotherTab) return
    event.preventDefault()
    router.history.go(listAt - router.history.location.state.__TSR_index)
  }
}

/** Where in the history the list stands that led here; kept, since one may come here again from the other side. */
function lookBack(router: AnyRouter): number | null {
  const { state } = router.history.location
  const before: ParsedLocation | undefined = router.state.resolvedLocation
  const isStepOn = before !== undefined && before.state.__TSR_index === state.__TSR_index - 1
  if (isStepOn && before.pathname === '/group-list') return before.state.__TSR_index
  return known().get(state.__TSR_key ?? '') ?? null
}

function known(): Map<string, number> {
  const kept = (readStored(area, key) ?? '').split(' ').filter(Boolean)
  return new Map(
    kept.map((one) => {
      const [entry = '', at] = one.split(':')
      return [entry, Number(at)]
    }),
  )
}

function remember(entry: string, listAt: number): void {
  const kept = [...known().set(entry, listAt)].slice(-mostKept)
  writeStored(area, key, kept.map((one) => one.join(':')).join(' '))
}
