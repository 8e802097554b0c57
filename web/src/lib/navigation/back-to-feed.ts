import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { isForAnotherTab, pathsBefore } from '#web/lib/navigation/history-entries.ts'
import { routes } from '#web/lib/navigation/route-names.ts'

/** For a link to the feed: goes back in the history if the page before was the feed, so that its scroll position returns. */
export function useBackToFeed(): (event: MouseEvent) => void {
  const router = useRouter()
  return (event) => {
    if (isForAnotherTab(event) || pathsBefore()[0] !== routes.User) return
    event.preventDefault()
    router.history.back()
  }
}
