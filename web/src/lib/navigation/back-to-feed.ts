import { useRouter } from '@tanstack/react-router'
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { MouseEvent } from 'react'
import { routes } from '#web/lib/navigation/route-names.ts'
import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

const key = 'rootsquare.from-feed'
const area = () => window.sessionStorage
const mostStored = 50

/** For a link to the feed: goes back in the history if the page before was the feed, so that its scroll position returns. */
export function useBackToFeed(): (event: MouseEvent) => void {
  const router = useRouter()
  const [isFromFeed] = useState(() => isFeedBefore(router))
  return (event) => {
    const isForAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!isFromFeed || isForAnotherTab) return
    event.preventDefault()
    router.history.back()
  }
}

/** Whether the entry before this one is the feed. Stored, since Forward may bring the member here again. */
function isFeedBefore(router: AnyRouter): boolean {
  const { state } = router.history.location
  const before: ParsedLocation | undefined = router.state.resolvedLocation
  const entry = state.__TSR_key ?? ''
  const known = (readStored(area, key) ?? '').split(' ').filter(Boolean)
  if (known.includes(entry)) return true
  const isStepOn = before !== undefined && before.state.__TSR_index === state.__TSR_index - 1
  if (entry === '' || !isStepOn || before.pathname !== routes.User) return false
  writeStored(area, key, [...known, entry].slice(-mostStored).join(' '))
  return true
}
