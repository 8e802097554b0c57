import { getProfile } from '@rootsquare/contract/profiles'
import { getCart } from '@rootsquare/contract/trade/cart'
import { suggestGroups } from '@rootsquare/contract/groups'
import { countUnread } from '@rootsquare/contract/messages'
import { countQueues, type Queues } from '@rootsquare/contract/moderation'
import { countNotifications } from '@rootsquare/contract/notifications'
import { getPayoutBalance } from '@rootsquare/contract/trade/payouts'
import { suggestMembers } from '@rootsquare/contract/people'
import type { Role } from '@rootsquare/contract/lib/roles'
import { cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { inject } from 'vitest'
import { Providers } from '#web/app/providers.tsx'
import { createAppRouter } from '#web/app/router.tsx'
import { watchSession } from '#web/app/start/session-watch.ts'
import { currentQueryClient, defaultOptions } from '#web/lib/net/query-client.ts'
import { watchHistory } from '#web/lib/navigation/history-entries.ts'
import { watchLayers } from '#web/lib/navigation/layers.ts'
import { whenNoLayer } from '#web/lib/navigation/when-no-layer.ts'
import { watchRouteChanges } from '#web/app/start/route-change.ts'
import { clearSession } from '#web/lib/session/session.ts'
import { forgetStored } from '#web/lib/storage/member-store.ts'
import { answer } from '#web/test/fake-server.ts'
import { profileWith } from '#web/test/profile.ts'
import { clearSnackbars } from '#web/ui/feedback/snackbar-queue.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** In milliseconds, see `timeLimits` in the tests of the api. */
    expectationLimit: number
  }
}

const hour = 3600

/** The live regions of index.html, with the attribute by which a test tells an announcement from a text of the page. */
const liveRegions = [
  ['live-polite', 'polite'],
  ['live-assertive', 'assertive'],
  ['live-route', 'polite'],
]
  .map(([id, politeness]) => `<div id="${id}" aria-live="${politeness}"></div>`)
  .join('')

// The whole page is never printed, it is too long to read.
configure({
  asyncUtilTimeout: inject('expectationLimit'),
  getElementError: (message) => new Error(message ?? undefined),
})

/** What happy-dom hides unless it is open, or always. */
const hiddenByDefault = new Set([
  'AUDIO',
  'DATALIST',
  'DIALOG',
  'HEAD',
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'TITLE',
])

/**
 * Queries by role ask for the style of each element after each change of the page, and happy-dom computes all of it each
 * time. Style sheets are not loaded in tests, so most elements have no style at all.
 */
function skipEmptyStyles(view: Window): void {
  const computed = view.getComputedStyle.bind(view)
  const empty = computed(view.document.createElement('div'))
  view.getComputedStyle = (element, pseudoElement) => {
    const isEmpty =
      !element.hasAttribute('style') && !hiddenByDefault.has(element.tagName) && !inheritsVisibility(element)
    return isEmpty ? empty : computed(element, pseudoElement)
  }
}

function inheritsVisibility({ parentElement }: Element): boolean {
  if (parentElement === null) return false
  return parentElement.getAttribute('style')?.includes('visibility') || inheritsVisibility(parentElement)
}

if (document.defaultView) skipEmptyStyles(document.defaultView)

// A failed query is tried again at once: nobody waits here for a server to recover.
Object.assign(defaultOptions.queries, { retryDelay: 0 })

/** A token the page can read; only the server could tell that nobody signed it. */
export function tokenFor(userId: number, roles: Role[] = ['USER']): string {
  const now = Math.floor(Date.now() / 1000)
  const payload = { user_id: userId, roles, iat: now, exp: now + hour }
  return ['{}', JSON.stringify(payload), ''].map((part) => btoa(part).replaceAll('=', '')).join('.')
}

/** Nothing waits for staff. */
export const noQueues: Queues = {
  cases: 0,
  items: 0,
  proposals: 0,
  held: 0,
  disputes: 0,
  refunds: 0,
  named: 0,
  appeals: 0,
}

/** What the navigation around every page loads, the suggestions of home and Find people, and the balance above sales. */
export function answerNavigation(): void {
  answer(getProfile, ({ params }) => profileWith({ id: params.id }))
  answer(getCart, () => [])
  answer(countUnread, () => ({ senders: 0 }))
  answer(countNotifications, () => ({ count: 0 }))
  answer(countQueues, () => noQueues)
  answer(suggestMembers, () => [])
  answer(suggestGroups, () => [])
  answer(getPayoutBalance, () => ({ held: 1500, available: -20, onTheWay: 0, paid: 0 }))
}

/** Each opened app has a router of its own, so that it does not begin on the page of the test before. */
let router = createAppRouter()
let stopWatching = () => {}

export function currentRouter() {
  return router
}

type Viewer = { userId?: number; roles?: Role[]; isVisitor?: boolean }

/** The whole app at one address, as member 1 unless told otherwise. Give the answers of the server before. */
export async function openApp(
  path: string,
  { userId = 1, roles = ['USER'], isVisitor = false }: Viewer = {},
) {
  document.body.innerHTML = liveRegions
  if (!isVisitor) window.localStorage.setItem('rootsquare.token', tokenFor(userId, roles))
  router.history.destroy()
  window.history.replaceState(null, '', path)
  router = createAppRouter()
  stopWatching()
  stopWatching = watchSession(() => void router.invalidate())
  watchRouteChanges(router)
  watchHistory(router.history)
  watchLayers(router)
  const user = userEvent.setup()
  render(<Providers router={router} />)
  await router.load()
  return user
}

/**
 * Only what is saved outlives it. Opened again, the app is as after a reload. A dialog that was left open goes
 * back in the history a moment later, which would leave the next page.
 */
export async function closeApp(): Promise<void> {
  cleanup()
  await whenNoLayer(router)
  document.body.replaceChildren()
  stopWatching()
  forgetStored()
  clearSnackbars()
  currentQueryClient().clear()
  // At the end, because who asks for the session learns the member from the stored token again.
  clearSession()
}
