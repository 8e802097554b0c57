import { expect, test, vi } from 'vitest'
import { fakeCaches, origin, startWorker } from './worker-in-vm.mjs'

const clicked = (url) => ({ notification: { close: vi.fn(), data: { url } } })
const tabAt = (path, navigate = async () => {}) => ({
  url: origin + path,
  focus: vi.fn(async () => {}),
  navigate: vi.fn(navigate),
})
const pushed = { title: 'Ada Obi liked your post', body: 'New yam', tag: '7', url: '/post/3', unread: 2 }

test('shows a push with its tag and icons', async () => {
  const { self, send } = await startWorker()
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
  const { self, send } = await startWorker()
  const unreadable = { json: () => JSON.parse('{') }
  for (const data of [null, unreadable]) await send('push', { data })
  expect(self.registration.showNotification).toHaveBeenCalledTimes(2)
  const [title, options] = self.registration.showNotification.mock.calls[0]
  expect([title, options]).toMatchObject(['Rootsquare', { data: { url: '/notifications' } }])
})

test('navigates an open tab to the page of a pressed notification', async () => {
  const tab = tabAt('/user')
  const { self, send } = await startWorker({ tabs: [tab] })
  await send('notificationclick', clicked('/post/3'))
  expect(tab.focus).toHaveBeenCalledOnce()
  expect(tab.navigate).toHaveBeenCalledWith(`${origin}/post/3`)
  expect(self.clients.openWindow).not.toHaveBeenCalled()
})

test('does not reload a tab that already shows the page', async () => {
  const tab = tabAt('/post/3')
  const { send } = await startWorker({ tabs: [tab] })
  await send('notificationclick', clicked('/post/3'))
  expect(tab.focus).toHaveBeenCalledOnce()
  expect(tab.navigate).not.toHaveBeenCalled()
})

test('opens a new tab if no open tab can be navigated', async () => {
  const rigid = tabAt('/user', () => Promise.reject(new TypeError('Not controlled')))
  for (const tabs of [[], [rigid]]) {
    const { self, send } = await startWorker({ tabs })
    await send('notificationclick', clicked('/post/3'))
    expect(self.clients.openWindow).toHaveBeenCalledWith(`${origin}/post/3`)
  }
})

test('never leaves the site', async () => {
  for (const url of ['https://evil.example/', '//evil.example/x', undefined]) {
    const { self, send } = await startWorker()
    await send('notificationclick', clicked(url))
    expect(self.clients.openWindow).toHaveBeenCalledWith(`${origin}/notifications`)
  }
})

test('renews an expired subscription with the same key', async () => {
  const { self, send } = await startWorker()
  const options = { userVisibleOnly: true, applicationServerKey: 'key' }
  await send('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: null })
  expect(self.registration.pushManager.subscribe).toHaveBeenCalledWith(options)
  await send('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: { options } })
  expect(self.registration.pushManager.subscribe).toHaveBeenCalledOnce()
})

const one = {
  version: 'one',
  entry: '/assets/index-11111111.js',
  first: ['/assets/index-11111111.js', '/assets/home-aaaaaaaa.js'],
  later: ['/assets/map-bbbbbbbb.js', '/assets/staff-cccccccc.js'],
}
const two = {
  version: 'two',
  entry: '/assets/index-22222222.js',
  first: ['/assets/index-22222222.js', '/assets/home-aaaaaaaa.js'],
  later: ['/assets/map-dddddddd.js', '/assets/staff-eeeeeeee.js'],
}
const cacheOf = ({ version }) => `rootsquare-app.${version}`
const isPage = (path) => ['/loading', '/user'].includes(path)
const sentBy = (build) => (path) =>
  isPage(path) ? `<script src="${build.entry}">` : `${build.version} ${path}`
const nothing = () => undefined

async function install(build, caches = fakeCaches()) {
  const worker = await startWorker({ build, caches, files: sentBy(build) })
  await worker.send('install')
  return worker
}

test('stores the page and the first files of its version', async () => {
  const { caches, self } = await install(one)
  expect(caches.pathsIn(cacheOf(one))).toEqual([...one.first, '/loading', '/user'].toSorted())
  expect(self.skipWaiting).not.toHaveBeenCalled()
})

test('opens every page of the app without a connection', async () => {
  const { caches } = await install(one)
  const { open, fetched } = await startWorker({ build: one, caches, files: nothing })
  for (const path of ['/', '/user?tab=1', '/post/3', '/u/ada.obi', '/group/7/members'])
    expect(await (await open(path)).text()).toContain(one.entry)
  expect(fetched).toEqual([])
  // The app says itself that there is no such page.
  expect(await (await open('/no/such/page')).text()).toContain(one.entry)
})

test('opens from the server if the browser cannot read what is stored', async () => {
  const broken = { ...fakeCaches(), open: noStorage, match: noStorage, keys: noStorage }
  const files = (path) => (path.startsWith('/media/') ? picture(1) : sentBy(one)(path))
  const worker = await startWorker({ build: one, caches: broken, files })
  expect(await (await worker.open('/user')).text()).toContain(one.entry)
  expect((await worker.open(one.entry, { mode: 'cors' })).status).toBe(200)
  expect((await show(worker, '/media/a.webp')).status).toBe(200)
})

const noStorage = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))

test('leaves everything but the app to the network', async () => {
  const { open } = await install(one)
  for (const path of ['/api/docs', '/media/a.webp', '/sandbox/pay/1', '/api'])
    expect(await open(path)).toBeUndefined()
  expect(await open('/api/items', { mode: 'cors' })).toBeUndefined()
  expect(await open('/user', { method: 'POST' })).toBeUndefined()
  const elsewhere = { url: 'https://other.example/assets/a.js' }
  expect(await open('', elsewhere)).toBeUndefined()
  expect(await (await open('/no/such/page')).text()).toBe('one /no/such/page')
})

test('stores other files when they are first used', async () => {
  const { caches, open } = await install(one)
  await (await open('/assets/map-bbbbbbbb.js', { mode: 'cors' })).text()
  const offline = await startWorker({ build: one, caches, files: nothing })
  expect(await (await offline.open('/assets/map-bbbbbbbb.js', { mode: 'cors' })).text()).toBe(
    'one /assets/map-bbbbbbbb.js',
  )
  await expect(offline.open('/assets/staff-cccccccc.js', { mode: 'cors' })).rejects.toThrow('Failed to fetch')
})

test('an update takes what has not changed, and the pages that were used', async () => {
  const { caches, open } = await install(one)
  await open('/assets/map-bbbbbbbb.js', { mode: 'cors' })
  const { fetched } = await install(two, caches)
  expect(fetched.toSorted()).toEqual([
    '/assets/index-22222222.js',
    '/assets/map-dddddddd.js',
    '/loading',
    '/user',
  ])
  expect(caches.pathsIn(cacheOf(two))).toContain('/assets/home-aaaaaaaa.js')
})

test('an install that was broken off goes on where it was', async () => {
  const caches = fakeCaches()
  const broken = (path) => (path.includes('home') ? undefined : sentBy(one)(path))
  const first = await startWorker({ build: one, caches, files: broken })
  await expect(first.send('install')).rejects.toThrow('Failed to fetch')
  const { fetched } = await install(one, caches)
  expect(fetched.toSorted()).toEqual(['/assets/home-aaaaaaaa.js', '/loading', '/user'])
})

test('does not install with the page of another version', async () => {
  const mixed = (path) => sentBy(isPage(path) ? two : one)(path)
  const worker = await startWorker({ build: one, files: mixed })
  await expect(worker.send('install')).rejects.toThrow('another version')
})

test('does not store the page of a proxy as a file of the app', async () => {
  const proxied = async (path) =>
    isPage(path)
      ? one.entry
      : new Response('Back in five minutes', { headers: { 'content-type': 'text/html' } })
  const worker = await startWorker({ build: one, files: proxied })
  await expect(worker.send('install')).rejects.toThrow('was answered with')
  await worker.open(one.entry, { mode: 'cors' })
  expect(worker.caches.pathsIn(cacheOf(one))).toEqual([])
})

test('does not store a page to which the server has redirected', async () => {
  const redirected = (path) =>
    isPage(path) ? Object.defineProperty(new Response(one.entry), 'redirected', { value: true }) : path
  const worker = await startWorker({ build: one, files: redirected })
  await expect(worker.send('install')).rejects.toThrow('another version')
})

test('a new version begins only when it is told to', async () => {
  const { self, send } = await install(two)
  await send('message', { data: 'something' })
  expect(self.skipWaiting).not.toHaveBeenCalled()
  await send('message', { data: 'update' })
  expect(self.skipWaiting).toHaveBeenCalledOnce()
})

test('a page whose code the server no longer has is loaded from there anew', async () => {
  const { caches } = await install(one)
  const files = (path) =>
    path.startsWith('/assets/') ? new Response('', { status: 404 }) : sentBy(two)(path)
  const { open } = await startWorker({ build: one, caches, files })
  expect(await (await open('/user')).text()).toContain(one.entry)
  expect((await open('/assets/map-bbbbbbbb.js', { mode: 'cors' })).status).toBe(404)
  expect(await (await open('/user')).text()).toContain(two.entry)
})

test('a server that fails then does not replace the stored page', async () => {
  const { caches } = await install(one)
  const files = (path) => new Response('', { status: path.startsWith('/assets/') ? 404 : 502 })
  const { open } = await startWorker({ build: one, caches, files })
  await open('/assets/map-bbbbbbbb.js', { mode: 'cors' })
  expect(await (await open('/user')).text()).toContain(one.entry)
})

test('a tab of the version before still finds its files', async () => {
  const { caches } = await install(one)
  await install(two, caches)
  const { send, open } = await startWorker({ build: two, caches, files: nothing, tabs: [tabAt('/user')] })
  await send('activate')
  expect(await (await open('/user')).text()).toContain(two.entry)
  expect(await (await open(one.entry, { mode: 'cors' })).text()).toContain('one')
})

test('the files of other versions are deleted once no tab is open', async () => {
  const { caches } = await install(one)
  await install(two, caches)
  const { send } = await startWorker({ build: two, caches, files: nothing })
  await send('activate')
  expect(await caches.keys()).toEqual([cacheOf(two)])
})

test('the files of a version that waits are not deleted', async () => {
  const { caches } = await install(one)
  await install(two, caches)
  const { self, open } = await startWorker({ build: one, caches, files: sentBy(one) })
  self.registration.waiting = {}
  await open('/user')
  expect(await caches.keys()).toEqual([cacheOf(one), cacheOf(two)])
})

test('fetches the page again after an hour, but not that of another version', async () => {
  const { caches } = await install(one)
  const cache = await caches.open(cacheOf(one))
  const old = new Response(`old ${one.entry}`, { headers: { date: new Date(0).toUTCString() } })
  const shown = async () => (await cache.match('/loading')).text()
  await cache.put('/loading', old)
  await (await startWorker({ build: one, caches, files: sentBy(two) })).open('/user')
  expect(await shown()).toContain('old')
  await (await startWorker({ build: one, caches, files: sentBy(one) })).open('/user')
  expect(await shown()).not.toContain('old')
})

const picture = (bytes, status = 200) =>
  new Response('x'.repeat(bytes), { status, headers: { 'content-length': String(bytes) } })
const show = (worker, path, from = origin) =>
  worker.open('', { url: from + path, mode: 'no-cors', destination: 'image' })
const pictures = 'rootsquare-pictures'

test('shows small pictures again without a connection', async () => {
  const caches = fakeCaches()
  const files = (path) => picture(path.includes('large') ? 64_001 : 64_000)
  const online = await startWorker({ build: one, caches, files })
  for (const path of ['/media/a.webp', '/media/large.webp']) await (await show(online, path)).text()
  expect(await show(online, '/card.png')).toBeUndefined()
  expect(caches.pathsIn(pictures)).toEqual(['/media/a.webp'])
  const offline = await startWorker({ build: one, caches, files: nothing })
  expect((await (await show(offline, '/media/a.webp')).text()).length).toBe(64_000)
  expect(offline.fetched).toEqual([])
})

test('stores at most 300 pictures, and deletes those that were not shown first', async () => {
  const caches = fakeCaches()
  const cache = await caches.open(pictures)
  for (let at = 0; at < 300; at += 1) await cache.put(`/media/${at}.webp`, picture(1))
  const worker = await startWorker({ build: one, caches, files: () => picture(1) })
  await show(worker, '/media/0.webp')
  await show(worker, '/media/new.webp')
  const stored = caches.pathsIn(pictures)
  expect(stored).toHaveLength(270)
  expect(stored).toEqual(expect.arrayContaining(['/media/0.webp', '/media/new.webp', '/media/299.webp']))
  expect(stored).not.toContain('/media/1.webp')
})

test('leaves pictures that it may not read to the browser', async () => {
  const worker = await startWorker({ build: one, files: picturesWithoutCors })
  expect(await (await show(worker, '/a.webp', 'https://files.example')).text()).toBe('x')
  expect(await show(worker, '/b.webp', 'https://files.example')).toBeUndefined()
  expect(worker.caches.pathsIn(pictures)).toEqual([])
})

/** A host without CORS rejects the request that could be read. */
const picturesWithoutCors = (_, request) =>
  request.mode === 'no-cors' ? new Response('x', { headers: {} }) : undefined

test('stores what another app shares, and leads to the composer', async () => {
  const { open, caches } = await startWorker({ build: one, files: nothing })
  const form = new FormData()
  form.append('text', 'Durbar in Kano')
  form.append('files', new File(['bytes'], 'horse.jpg', { type: 'image/jpeg' }))
  const sent = new Request(`${origin}/share-target`, { method: 'POST', body: form })
  const request = { url: sent.url, method: 'POST', headers: sent.headers, blob: () => sent.blob() }
  const response = await open('', request)
  expect([response.status, response.headers.get('location')]).toEqual([303, `${origin}/user?compose=1`])
  const stored = await (await caches.open('rootsquare-shared')).match('/share-target')
  const shared = await stored.formData()
  expect([shared.get('text'), shared.get('files').name]).toEqual(['Durbar in Kano', 'horse.jpg'])
})
