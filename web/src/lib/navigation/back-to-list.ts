import { useRouter } from '@tanstack/react-router'
import { useState, type MouseEvent } from 'react'
import { pathsBefore } from '#web/lib/navigation/history-entries.ts'
import { routes } from '#web/lib/navigation/route-names.ts'

const groupsPath = '/group-list'
const mapPath = '/group-map'

export type BackToGroups = { isToMap: boolean; onBack: (event: MouseEvent) => void }

/** Returns the handler of a link to the feed. */
export function useBackToFeed(): (event: MouseEvent) => void {
  return useBack([routes.User]).onBack
}

/** Returns where a link back to the groups or to their map leads, and its handler. */
export function useBackToGroups(isOnMap = false): BackToGroups {
  const { origin, onBack } = useBack(isOnMap ? [groupsPath] : [groupsPath, mapPath])
  return { isToMap: origin?.path === mapPath, onBack }
}

/**
 * Goes back in the history, past all tabs opened since, if one of the pages led here. Search and scroll position
 * return.
 */
function useBack(paths: string[]) {
  const router = useRouter()
  const find = () => findOrigin(router.history.location.pathname, paths)
  const [origin] = useState(find)
  const onBack = (event: MouseEvent) => {
    const isForAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    const found = find()
    if (found === null || isForAnotherTab) return
    event.preventDefault()
    router.history.go(-found.steps)
  }
  return { origin, onBack }
}

/** Returns the page that led here if it is one of `paths`, and how many entries back it is. */
function findOrigin(pathname: string, paths: string[]): { path: string; steps: number } | null {
  const before = pathsBefore()
  const at = before.findIndex((path) => pageOf(path) !== pageOf(pathname))
  const path = before[at]
  return path !== undefined && paths.includes(path) ? { path, steps: at + 1 } : null
}

/** Returns the path without its tab: `/group/7` for `/group/7/history`. */
function pageOf(pathname: string): string {
  return pathname.split('/', 3).join('/')
}
