import { pictureCache } from '#web/lib/storage/device-caches.ts'
import { orNothing, worker } from '#web/service-worker/scope.ts'

/** Together at most 19 MB. Small pictures are what lists show; large ones are left to the cache of the browser. */
const largestBytes = 64_000
const most = 300
const deletedAtOnce = 30
/** The pictures that were shown since this worker began. They are deleted after all others. */
const shown = new Set<string>()
/** Hosts that let pages show their pictures, but not read them. Nobody could say how large these are. */
const unreadable = new Set<string>()

/** Answers requests for small pictures, which are stored once they were seen. */
export function answerPicture(event: FetchEvent): Promise<Response> | undefined {
  const { method, destination, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || destination !== 'image' || unreadable.has(origin)) return undefined
  if (origin === worker.location.origin && !pathname.startsWith('/media/')) return undefined
  return readPicture(event)
}

async function readPicture(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  shown.add(url)
  const cache = await orNothing(caches.open(pictureCache))
  const stored = await orNothing(Promise.resolve(cache?.match(url, { ignoreVary: true })))
  if (stored) return stored
  const response = await fetchPicture(event.request)
  if (cache && isSmall(response)) event.waitUntil(orNothing(storePicture(cache, url, response.clone())))
  return response
}

async function fetchPicture(request: Request): Promise<Response> {
  const { origin } = new URL(request.url)
  if (origin === worker.location.origin) return fetch(request)
  try {
    return await fetch(request.url, { mode: 'cors', credentials: 'omit' })
  } catch {
    const response = await fetch(request)
    unreadable.add(origin)
    return response
  }
}

function isSmall({ status, headers }: Response): boolean {
  const bytes = Number(headers.get('content-length'))
  return status === 200 && bytes > 0 && bytes <= largestBytes
}

async function storePicture(cache: Cache, url: string, response: Response): Promise<void> {
  await cache.put(url, response)
  const requests = await cache.keys()
  if (requests.length <= most) return
  const others = requests.filter((request) => !shown.has(request.url))
  const oldest = [...others, ...requests].slice(0, requests.length - most + deletedAtOnce)
  await Promise.all(oldest.map((request) => cache.delete(request)))
}
