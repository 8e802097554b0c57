import { useLocation, useRouter } from '@tanstack/react-router'
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { MouseEvent } from 'react'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

const key = 'rootsquare.from-group-list'
const area = () => window.sessionStorage
const mostStored = 50

const listPath = '/group-list'
const mapPath = '/group-map'

/** The position in the history of the page that led here. */
type Origin = { at: number; isMap: boolean }

export type BackToGroups = { isToMap: boolean; onBack: (event: MouseEvent) => void }

/**
 * For a link to the groups, or to their map: goes back in the history if one of them led here, over all tabs since, so that
 * search and scroll position return.
 */
export function useBackToGroups(isOnMap = false): BackToGroups {
  const router = useRouter()
  const [origin] = useState(() => findOrigin(router, isOnMap))
  const [here] = useState(() => pageOf(router.history.location.pathname))
  // The next page's entry arrives before this component is removed; it is not an entry of this page.
  const entry = useLocation({
    select: ({ pathname, state }) => (pageOf(pathname) === here ? state.__TSR_key : undefined),
  })
  useEffect(() => {
    if (origin !== null && entry !== undefined) remember(entry, origin)
  }, [entry, origin])
  return {
    isToMap: origin?.isMap ?? false,
    onBack: (event) => {
      const isForAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
      if (origin === null || isForAnotherTab) return
      event.preventDefault()
      router.history.go(origin.at - router.history.location.state.__TSR_index)
    },
  }
}

/** Without the tab: `/group/7` of `/group/7/history`. */
function pageOf(pathname: string): string {
  return pathname.split('/', 3).join('/')
}

/** Stored, since Forward may bring the member here again. */
function findOrigin(router: AnyRouter, isOnMap: boolean): Origin | null {
  const { state } = router.history.location
  const before: ParsedLocation | undefined = router.state.resolvedLocation
  const isStepOn = before !== undefined && before.state.__TSR_index === state.__TSR_index - 1
  const isMap = before?.pathname === mapPath
  if (isStepOn && (isMap ? !isOnMap : before.pathname === listPath))
    return { at: before.state.__TSR_index, isMap }
  return known().get(state.__TSR_key ?? '') ?? null
}

function known(): Map<string, Origin> {
  const stored = (readStored(area, key) ?? '').split(' ').filter(Boolean)
  return new Map(
    stored.map((one) => {
      const [entry = '', at, from] = one.split(':')
      return [entry, { at: Number(at), isMap: from === 'map' }]
    }),
  )
}

function remember(entry: string, origin: Origin): void {
  const stored = [...known().set(entry, origin)].slice(-mostStored)
  const lines = stored.map(([name, { at, isMap }]) => `${name}:${at}:${isMap ? 'map' : 'list'}`)
  writeStored(area, key, lines.join(' '))
}
