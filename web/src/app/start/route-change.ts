import type { AnyRouter } from '@tanstack/react-router'
import { announce } from '#web/lib/navigation/announce.ts'
import { clearErrors } from '#web/ui/feedback/snackbar-queue.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For links that change a part of the page, such as tabs. */
    keepsFocus?: boolean
  }
}

const longestWaitMs = 1000

/** Moves the focus to the content of a new page, and announces its title. */
export function watchRouteChanges(router: AnyRouter): void {
  let titleBefore = document.title
  let stopWaiting = () => {}
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    titleBefore = document.title
    if (pathChanged) clearErrors()
  })
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged || toLocation.state.keepsFocus) return
    document.getElementById('main')?.focus({ preventScroll: true })
    stopWaiting()
    stopWaiting = whenTitled(titleBefore, () => announce('live-route', () => document.title))
  })
}

/** Waits for the title, which a page sets a moment after it is shown. If it stays the same, the wait is short. */
function whenTitled(before: string, say: () => void): () => void {
  const title = document.querySelector('title')
  if (title === null || document.title !== before) {
    say()
    return () => {}
  }
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const done = () => {
    stop()
    say()
  }
  const observer = new MutationObserver(done)
  const timer = setTimeout(done, longestWaitMs)
  observer.observe(title, { childList: true, characterData: true, subtree: true })
  return stop
}
