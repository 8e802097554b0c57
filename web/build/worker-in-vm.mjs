import { runInNewContext } from 'node:vm'
import { vi } from 'vitest'
import { serviceWorkerScript } from './service-worker.ts'

export const origin = 'https://square.example'
const scripts = new Map()

/** A browser in which the service worker of a build runs: with these tabs, and with what `files` sends for a path. */
export async function startWorker({
  build = null,
  tabs = [],
  files = () => undefined,
  caches = fakeCaches(),
} = {}) {
  const key = JSON.stringify(build)
  if (!scripts.has(key)) scripts.set(key, await serviceWorkerScript(build))
  const { self, send } = scopeWith(tabs)
  const { fetch, fetched } = fetchFrom(files)
  runInNewContext(scripts.get(key), { self, URL, Response, caches, fetch, Date })
  const open = (path, request = {}) =>
    send('fetch', { request: { url: origin + path, method: 'GET', mode: 'navigate', ...request } })
  return { self, send, open, caches, fetched }
}

function scopeWith(tabs) {
  const listeners = new Map()
  const self = {
    addEventListener: (name, listener) => listeners.set(name, listener),
    location: { origin },
    navigator: { setAppBadge: vi.fn() },
    skipWaiting: vi.fn(),
    clients: { claim: vi.fn(), matchAll: async () => tabs, openWindow: vi.fn() },
    registration: { showNotification: vi.fn(), pushManager: { subscribe: vi.fn() } },
  }
  /** Sends an event, and returns what it is answered with after all its work is done. */
  async function send(name, event = {}) {
    const work = []
    let answer
    const respondWith = (response) => (answer = response)
    listeners.get(name)?.({ ...event, respondWith, waitUntil: (one) => work.push(one) })
    const response = await answer
    await Promise.all(work)
    return response
  }
  return { self, send }
}

function fetchFrom(files) {
  const fetched = []
  async function fetch(request, options) {
    const path = new URL(request.url ?? request, origin).pathname
    fetched.push(path)
    const found = await files(path, request.url === undefined ? options : request)
    if (found === undefined) throw new TypeError('Failed to fetch')
    if (typeof found !== 'string') return found
    return new Response(found, { headers: { date: new Date().toUTCString() } })
  }
  return { fetch, fetched }
}

export function fakeCaches() {
  const stores = new Map()
  const pathOf = (request) => new URL(request.url ?? request, origin).href
  const cacheOf = (entries) => ({
    match: async (request) => entries.get(pathOf(request))?.clone(),
    put: async (request, response) => void entries.set(pathOf(request), response),
    delete: async (request) => entries.delete(pathOf(request)),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
  })
  return {
    open: async (name) => {
      if (!stores.has(name)) stores.set(name, new Map())
      return cacheOf(stores.get(name))
    },
    match: async (request) => {
      for (const entries of stores.values())
        if (entries.has(pathOf(request))) return entries.get(pathOf(request)).clone()
      return undefined
    },
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
    /** The paths in a cache. */
    pathsIn: (name) => [...(stores.get(name)?.keys() ?? [])].map((url) => new URL(url).pathname).toSorted(),
  }
}
