const script = '/service-worker.js'
const longestChangeMs = 5000

let registered: ServiceWorkerRegistration | null = null
const listeners = new Set<() => void>()

/** Plain http has no service workers, and neither have private windows of Firefox. */
export const hasWorkers = () => 'serviceWorker' in navigator

/** Registers the service worker, which stores the app on this device. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  registered = await navigator.serviceWorker.register(script)
  registered.addEventListener('updatefound', watchInstalling)
  watchInstalling()
  notify()
  return registered
}

/** Whether another version of the app is stored and waits until no tab of this one is open. */
export function isUpdateReady(): boolean {
  return registered?.waiting != null && navigator.serviceWorker.controller !== null
}

export function onUpdateChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Looks for a new version. A tab can be open for days, and browsers look only when a page is loaded. */
export async function checkForUpdate(): Promise<void> {
  // Without a connection the next check finds it.
  await registered?.update().catch(() => {})
}

/**
 * Reloads with the new version. The other tabs stay as they are: the files of their version are stored until they are closed.
 */
export async function updateApp(): Promise<void> {
  const waiting = (await navigator.serviceWorker?.getRegistration())?.waiting
  if (waiting) {
    const changed = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
    waiting.postMessage('update')
    await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, longestChangeMs))])
  }
  window.location.reload()
}

function whenInstalled(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (worker.state !== 'installing') resolve()
    }
    worker.addEventListener('statechange', check)
    check()
  })
}

function watchInstalling(): void {
  const next = registered?.installing
  if (next) void whenInstalled(next).then(notify)
}

function notify(): void {
  for (const listener of listeners) listener()
}
