import { worker } from '#web/service-worker/scope.ts'

const list = '/notifications'
const fallback = { title: 'Rootsquare', body: 'Something new is waiting for you.', url: list }

type Push = { title: string; body: string; url?: string; tag?: string; unread?: number }

/** Browsers end the permission of a site that shows nothing for a push, so that something is shown for every one. */
export function readPush(data: PushMessageData | null): Push {
  try {
    return { ...fallback, ...data?.json() }
  } catch {
    return fallback
  }
}

/** A push for the same row replaces the one before. */
export async function showPush({ title, body, tag, url, unread }: Push): Promise<void> {
  const icons = { icon: '/notification-icon.png', badge: '/notification-badge.png' }
  await worker.registration.showNotification(title, {
    body,
    ...(tag && { tag, renotify: true }),
    ...icons,
    data: { url },
  })
  if (unread !== undefined) await worker.navigator.setAppBadge?.(unread)
}

/** Only pages of this site are opened, whatever the push says. */
export function addressOf(path: string | undefined): string {
  const address = new URL(path ?? list, worker.location.origin)
  return address.origin === worker.location.origin ? address.href : new URL(list, worker.location.origin).href
}

/** Leads an open tab there. One that this worker does not control cannot be led, so another is opened. */
export async function openAddress(address: string): Promise<void> {
  const [tab] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!tab) return void (await worker.clients.openWindow(address))
  await tab.focus()
  if (tab.url !== address) await tab.navigate(address).catch(() => worker.clients.openWindow(address))
}

type Change = { oldSubscription: PushSubscription | null; newSubscription: PushSubscription | null }

/** The server learns of it from the page, which has the member's token, when it is opened next. */
export async function renewSubscription({ oldSubscription, newSubscription }: Change): Promise<void> {
  if (newSubscription || !oldSubscription) return
  await worker.registration.pushManager.subscribe(oldSubscription.options)
}
