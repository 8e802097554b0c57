import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

// This test is not in web, because tests there run as in a browser and cannot read files.
const script = readFileSync(new URL('../../../../web/public/service-worker.js', import.meta.url), 'utf8')
const origin = 'https://square.example'

type Tab = { url: string; focus: () => Promise<void>; navigate: (address: string) => Promise<void> }

/** Runs the worker as in a browser with these tabs. */
function startWorker(tabs: Tab[] = []) {
  const listeners = new Map<string, (event: object) => void>()
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    location: { origin },
    navigator: { setAppBadge: vi.fn<(unread: number) => Promise<void>>() },
    skipWaiting: vi.fn<() => void>(),
    clients: {
      claim: vi.fn<() => Promise<void>>(),
      matchAll: async () => tabs,
      openWindow: vi.fn<(address: string) => Promise<void>>(),
    },
    registration: {
      showNotification: vi.fn<(title: string, options: object) => Promise<void>>(),
      pushManager: { subscribe: vi.fn<(options: object) => Promise<void>>() },
    },
  }
  runInNewContext(script, { self, URL })
  async function send(name: string, event: object): Promise<void> {
    const work: Promise<unknown>[] = []
    listeners.get(name)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) })
    await Promise.all(work)
  }
  return { self, send, click: (url?: string) => send('notificationclick', clicked(url)) }
}

const clicked = (url?: string) => ({ notification: { close: vi.fn<() => void>(), data: { url } } })

function tabAt(path: string, navigate: Tab['navigate'] = async () => {}) {
  return { url: origin + path, focus: vi.fn<() => Promise<void>>(async () => {}), navigate: vi.fn(navigate) }
}

const pushed = { title: 'Ada Obi liked your post', body: 'New yam', tag: '7', url: '/post/3', unread: 2 }

test('shows a push with its tag and icons', async () => {
  const { self, send } = startWorker()
  await send('push', { data: { json: () => pushed } })
  expect(self.registration.showNotification).toHaveBeenCalledWith('Ada Obi liked your post', {
    body: 'New yam',
    tag: '7',
    renotify: true,
    icon: '/notification-icon.png',
    badge: '/notification-badge.png',
    data: { url: '/post/3' },
  })
  expect(self.navigator.setAppBadge).toHaveBeenCalledWith(2)
})

test('shows a push without readable content too', async () => {
  const { self, send } = startWorker()
  const unreadable = { json: (): unknown => JSON.parse('{') }
  for (const data of [null, unreadable]) await send('push', { data })
  expect(self.registration.showNotification).toHaveBeenCalledTimes(2)
  const [title, options] = self.registration.showNotification.mock.calls[0] ?? []
  expect([title, options]).toMatchObject(['Rootsquare', { data: { url: '/notifications' } }])
})

test('navigates an open tab to the page of a pressed notification', async () => {
  const tab = tabAt('/user')
  const { self, click } = startWorker([tab])
  await click('/post/3')
  expect(tab.focus).toHaveBeenCalledOnce()
  expect(tab.navigate).toHaveBeenCalledWith(`${origin}/post/3`)
  expect(self.clients.openWindow).not.toHaveBeenCalled()
})

test('does not reload a tab that already shows the page', async () => {
  const tab = tabAt('/post/3')
  await startWorker([tab]).click('/post/3')
  expect(tab.focus).toHaveBeenCalledOnce()
  expect(tab.navigate).not.toHaveBeenCalled()
})

test('opens a new tab if no open tab can be navigated', async () => {
  const rigid = tabAt('/user', () => Promise.reject(new TypeError('Not controlled')))
  for (const tabs of [[], [rigid]]) {
    const { self, click } = startWorker(tabs)
    await click('/post/3')
    expect(self.clients.openWindow).toHaveBeenCalledWith(`${origin}/post/3`)
  }
})

test('never leaves the site', async () => {
  for (const url of ['https://evil.example/', '//evil.example/x', undefined]) {
    const { self, click } = startWorker()
    await click(url)
    expect(self.clients.openWindow).toHaveBeenCalledWith(`${origin}/notifications`)
  }
})

test('renews an expired subscription with the same key', async () => {
  const { self, send } = startWorker()
  const options = { userVisibleOnly: true, applicationServerKey: 'key' }
  await send('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: null })
  expect(self.registration.pushManager.subscribe).toHaveBeenCalledWith(options)
  await send('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: { options } })
  expect(self.registration.pushManager.subscribe).toHaveBeenCalledOnce()
})
