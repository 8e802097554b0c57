import { addPushSubscription, removePushSubscription } from '@rootsquare/contract/notifications'
import { registerWorker } from '#web/lib/browser/app-worker.ts'
import { call } from '#web/lib/net/call.ts'
import { pushOwner, savePushOwner } from '#web/lib/storage/push-owner.ts'

export type PushState = 'unsupported' | 'denied' | 'on' | 'off'

/** Returns false on plain http and in browsers without a push service. */
const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export async function readPushState(memberId: number): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const isOn = pushOwner() === memberId && (await currentSubscription()) !== null
  return isOn ? 'on' : 'off'
}

/** Turns pushes on. It must follow a press, because browsers otherwise do not ask, and they remember a no for good. */
export async function turnPushOn(memberId: number, publicKey: string): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  await registerWorker()
  const registration = await navigator.serviceWorker.ready
  await sendToServer(await subscribe(registration, publicKey))
  savePushOwner(memberId)
  return 'on'
}

export async function turnPushOff(): Promise<PushState> {
  const subscription = await currentSubscription()
  if (subscription) await call(removePushSubscription, { body: { endpoint: subscription.endpoint } })
  await endPush()
  return 'off'
}

/** Ends pushes at log-out, when the server deletes the subscription itself. It also works without a connection. */
export async function endPush(): Promise<void> {
  savePushOwner(null)
  if (isSupported()) await (await currentSubscription())?.unsubscribe()
}

/**
 * Sends the server the current subscription when the app starts on a browser where pushes are on, because browsers renew
 * them. It ends a subscription that another member has left on this browser.
 */
export async function confirmPush(memberId: number, publicKey: string | undefined): Promise<void> {
  if (!isSupported()) return
  if (pushOwner() !== memberId) return endPush()
  if (publicKey === undefined || Notification.permission !== 'granted') return
  await sendToServer(await subscribe(await registerWorker(), publicKey))
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Returns the existing subscription unless it was made with another key of the server, else a new one. */
async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const present = await pushManager.getSubscription()
  if (present && keyOf(present) === publicKey) return present
  await present?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  const base64 = btoa(String.fromCodePoint(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function sendToServer(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await call(addPushSubscription, { body: { endpoint, keys: { p256dh, auth } } })
}
