import { addressOf, openAddress, readPush, renewSubscription, showPush } from '#web/service-worker/push.ts'
import { readSync, sendOutbox } from '#web/service-worker/background-sync.ts'
import { answerPicture } from '#web/service-worker/picture-cache.ts'
import { build, worker } from '#web/service-worker/scope.ts'
import { answerShare } from '#web/service-worker/shared-content.ts'
import { answerApp, deleteOtherVersions, storeApp } from '#web/service-worker/shell-cache.ts'

worker.addEventListener('push', (event) => event.waitUntil(showPush(readPush(event.data))))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openAddress(addressOf(event.notification.data?.url)))
})
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))

worker.addEventListener('sync', (event: Event) => {
  const memberId = readSync(event)
  if (memberId === null || !(event instanceof ExtendableEvent)) return
  const pages = worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  event.waitUntil(
    pages.then(({ length }) => sendOutbox(memberId, { hasPage: length > 0, locks: worker.navigator.locks })),
  )
})

if (build !== null) {
  worker.addEventListener('install', (event) => event.waitUntil(storeApp()))
  // A page that was open before the first worker gets its files from here too. It keeps its version: what is not stored
  // is fetched as without a worker. An update never comes this way, because it waits until no tab is open.
  worker.addEventListener('activate', (event) =>
    event.waitUntil(deleteOtherVersions().then(() => worker.clients.claim())),
  )
  worker.addEventListener('message', ({ data }) => {
    if (data === 'update') void worker.skipWaiting()
  })
  worker.addEventListener('fetch', (event) => {
    const answer = answerShare(event) ?? answerPicture(event) ?? answerApp(event)
    if (answer) event.respondWith(answer)
  })
}
