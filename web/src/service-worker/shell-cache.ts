import { isPagePath } from '@rootsquare/contract/lib/page-paths'
import { build, orNothing, worker } from '#web/service-worker/scope.ts'

const prefix = 'rootsquare-app.'
const cacheName = `${prefix}${build?.version}`
/**
 * Pages without anything of a member or of a post. The content security policy of each is stored with it, and fits its nonce.
 * The first is for all paths but that of the second, which opens the installed app and names the files that it loads.
 */
const pagePaths = ['/loading', '/user'] as const
const pageFreshMs = 3_600_000
const atOnce = 4
/** The name of a file without the hash of its content. */
const nameOf = (path: string) => path.replace(/-[\w-]{8}(?=\.\w+$)/, '')

/**
 * Stores the app. Files that did not change are taken from the version before, and so is the list of pages that were
 * opened: what could be read without a connection before an update can be read after it. What a broken connection left
 * undone, the next attempt goes on with.
 */
export async function storeApp(): Promise<void> {
  if (build === null) return
  const { first, later } = build
  const cache = await caches.open(cacheName)
  const used = new Set(await storedNames())
  const paths = [...first, ...later.filter((path) => used.has(nameOf(path)))]
  const store = async (): Promise<void> => {
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) await storeFile(cache, path)
  }
  await Promise.all(Array.from({ length: atOnce }, store))
  await storePages(cache)
}

async function storedNames(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return requests.flat().map(({ url }) => nameOf(new URL(url).pathname))
}

async function storeFile(cache: Cache, path: string): Promise<void> {
  if (await cache.match(path, { ignoreVary: true })) return
  const stored = await caches.match(path, { ignoreVary: true })
  await cache.put(path, stored ?? (await fetchFile(path)))
}

/** With a low priority, because the page that is open may be waiting for its posts. */
async function fetchFile(path: string): Promise<Response> {
  const response = await fetch(path, { priority: 'low' })
  if (!isFile(response)) throw new Error(`${path} was answered with ${response.status}.`)
  return response
}

/** A proxy may answer with a page of its own, which would stay for as long as this version. */
function isFile({ ok, headers }: Response): boolean {
  return ok && !headers.get('content-type')?.startsWith('text/html')
}

/** While a new version is rolled out, a node may still send the page of the one before, which needs other files. */
async function storePages(cache: Cache): Promise<void> {
  for (const path of pagePaths) {
    const response = await fetch(path, { cache: 'no-store' })
    const text = await response.clone().text()
    // Browsers open no page that was redirected elsewhere before it was stored.
    if (!response.ok || response.redirected || !build || !text.includes(build.entry))
      throw new Error('The page is that of another version.')
    await cache.put(path, response)
  }
}

/** Answers requests for the app, and returns nothing for those that the browser sends as always. */
export function answerApp(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return undefined
  if (pathname.startsWith('/assets/')) return answerFile(request)
  if (request.mode !== 'navigate' || /^\/(api|media|sandbox)(\/|$)/.test(pathname)) return undefined
  event.waitUntil(clean())
  return isPagePath(pathname) ? answerPage(request) : fetch(request).catch(() => storedPage(request))
}

/** Whether the server no longer has the files of this version. */
let isReplaced = false

async function answerPage(request: Request): Promise<Response> {
  const sent = isReplaced ? await fetch(request).catch(() => undefined) : undefined
  return sent && sent.status < 500 ? sent : storedPage(request)
}

async function storedPage(request: Request): Promise<Response> {
  const [anyPath, home] = pagePaths
  const path = new URL(request.url).pathname === home ? home : anyPath
  const page = caches.open(cacheName).then((cache) => cache.match(path, { ignoreVary: true }))
  return (await orNothing(page)) ?? fetch(request)
}

/** In any version: a tab that began with the one before still needs its files, whose names contain their hash. */
async function answerFile(request: Request): Promise<Response> {
  const stored = await orNothing(caches.match(request, { ignoreVary: true }))
  if (stored) return stored
  const response = await fetch(request)
  if (isFile(response)) {
    const cache = await orNothing(caches.open(cacheName))
    await cache?.put(request.url, response.clone()).catch(() => {})
  } else if (response.status === 404) {
    // The page says that a part of it is missing. A reload must then bring the new version, all of it from the server.
    isReplaced = true
  }
  return response
}

async function clean(): Promise<void> {
  await orNothing(deleteOtherVersions())
  await orNothing(refreshPage())
}

/** The settings of the server are in the page and its policy, and may change without a new version. */
async function refreshPage(): Promise<void> {
  const cache = await caches.open(cacheName)
  const page = await cache.match(pagePaths[0], { ignoreVary: true })
  const sentAt = Date.parse(page?.headers.get('date') ?? '')
  // The clock of the device may be wrong.
  if (Math.abs(Date.now() - sentAt) < pageFreshMs) return
  await storePages(cache)
}

/** Waits until no tab is open that may have begun with another version, and no other one is being installed. */
export async function deleteOtherVersions(): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (tabs.length > 0 || worker.registration.installing || worker.registration.waiting) return
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(others.map((name) => caches.delete(name)))
}
