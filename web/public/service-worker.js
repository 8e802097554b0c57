// Shows pushes, also while no page is open. Registered when a member switches them on. An offline cache would be handlers for
// `fetch` and more work in `install` and `activate`; nothing below depends on how pages are loaded.

const list = '/notifications'
const fallback = { title: 'Rootsquare', body: 'Something new is waiting for you.', url: list }

self.addEventListener('install', () => self.skipWaiting())
// Pages that were open before can only be led elsewhere once they are controlled.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => event.waitUntil(show(readPush(event.data))))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(addressOf(event.notification.data?.url)))
})
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

/** Browsers end the permission of a site that shows nothing for a push, so that something is shown for every one. */
function readPush(data) {
  try {
    return { ...fallback, ...data.json() }
  } catch {
    return fallback
  }
}

/** A push for the same row replaces the one before. */
async function show({ title, body, tag, url, unread }) {
  const icons = { icon: '/notification-icon.png', badge: '/notification-badge.png' }
  await self.registration.showNotification(title, {
    body,
    ...(tag && { tag, renotify: true }),
    ...icons,
    data: { url },
  })
  if (unread !== undefined) await self.navigator.setAppBadge?.(unread)
}

/** Only pages of this site are opened, whatever the push says. */
function addressOf(path) {
  const address = new URL(path ?? list, self.location.origin)
  return address.origin === self.location.origin ? address.href : new URL(list, self.location.origin).href
}

async function open(address) {
  const [tab] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!tab) return self.clients.openWindow(address)
  await tab.focus()
  if (tab.url === address) return undefined
  return tab.navigate(address).catch(() => self.clients.openWindow(address))
}

/** The server learns of it from the page, which has the member's token, when it is opened next. */
async function renew({ oldSubscription, newSubscription }) {
  if (newSubscription || !oldSubscription) return
  await self.registration.pushManager.subscribe(oldSubscription.options)
}
