import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { MouseEvent } from 'react'
import { isForAnotherTab, pathsBefore } from '#web/lib/navigation/history-entries.ts'

const listPath = '/group-list'
const mapPath = '/group-map'

export type BackToGroups = { isToMap: boolean; onBack: (event: MouseEvent) => void }

/**
 * For a link to the groups, or to their map: goes back in the history if one of them led here, over all tabs since, so that
 * search and scroll position return.
 */
export function useBackToGroups(isOnMap = false): BackToGroups {
  const router = useRouter()
  const [origin] = useState(() => findOrigin(router.history.location.pathname, isOnMap))
  return {
    isToMap: origin?.path === mapPath,
    onBack: (event) => {
      const found = findOrigin(router.history.location.pathname, isOnMap)
      if (found === null || isForAnotherTab(event)) return
      event.preventDefault()
      router.history.go(-found.steps)
    },
  }
}

/** The list or the map that led here, and how many entries back it is. */
function findOrigin(pathname: string, isOnMap: boolean): { path: string; steps: number } | null {
  const before = pathsBefore()
  const at = before.findIndex((path) => pageOf(path) !== pageOf(pathname))
  const path = before[at]
  if (path !== listPath && (path !== mapPath || isOnMap)) return null
  return { path, steps: at + 1 }
}

/** Without the tab: `/group/7` of `/group/7/history`. */
function pageOf(pathname: string): string {
  return pathname.split('/', 3).join('/')
}
