import type { AnyRouter } from '@tanstack/react-router'
import { announce } from '#web/lib/announce.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For links that change a part of the page, such as tabs. */
    keepsFocus?: boolean
  }
}

/** A new page starts at its top for eyes, keyboard and ears alike. */
export function watchRouteChanges(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged || toLocation.state.keepsFocus) return
    document.getElementById('main')?.focus({ preventScroll: true })
    announce('live-route', () => document.title)
  })
}
