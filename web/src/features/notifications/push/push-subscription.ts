import { addPushSubscription, removePushSubscription } from '@rootsquare/contract/notifications'
import { call } from '#web/lib/net/call.ts'
import { pushOwner, savePushOwner } from '#web/lib/storage/push-owner.ts'

export type PushState = 'unsupported' | 'denied' | 'on' | 'off'

const script = '/service-worker.js'

/** Not on plain http, nor in browsers without a push service. */
const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export async function readPushState(memberId: number): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const isOn = pushOwner() === memberId && (await currentSubscription()) !== null
  return isOn ? 'on' : 'off'
}

/** Only after a press: browsers ask nothing otherwise, and remember a no for good. */
export async function turnPushOn(memberId: number, publicKey: string): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  await navigator.serviceWorker.register(script)
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

/** At log-out, where the server forgets the subscription by itself. Also works without a connection. */
export async function endPush(): Promise<void> {
  savePushOwner(null)
  if (isSupported()) await (await currentSubscription())?.unsubscribe()
}

/**
 * When the app starts on a browser where pushes are on: sends the server the present subscription, because browsers renew
 * them. What another member has left switched on here is ended.
 */
export async function confirmPush(memberId: number, publicKey: string | undefined): Promise<void> {
  if (!isSupported()) return
  if (pushOwner() !== memberId) return endPush()
  if (publicKey === undefined || Notification.permission !== 'granted') return
  await sendToServer(await subscribe(await navigator.serviceWorker.register(script), publicKey))
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The one that is there, unless it was made with another key of the server. */
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
