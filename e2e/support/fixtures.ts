import { test as base, type Browser, type BrowserContext } from '@playwright/test'
import { timeLimits } from '@rootsquare/api/test/time-limits'
import { openProxy } from './proxy.ts'

export { expect } from '@playwright/test'

type Mail = { to: string; subject: string; text: string }
export type Server = {
  url: string
  databaseUrl: string
  mails: () => Promise<Mail[]>
  stop: () => Promise<void>
}

type Product = {
  startServer(options: { settings: Record<string, string> }): Promise<Server>
  startNode(server: Server): Promise<{ url: string; stop: () => Promise<void> }>
}

/**
 * Loaded only when a server starts, because the process that lists the tests does not need the product. It is a string, since
 * TypeScript would follow the name of a module and check the whole product a second time.
 */
const productModule: string = '@rootsquare/api/test/server'
const product = (): Promise<Product> => import(productModule)

/** Another node on the data of the server. */
export async function startNode(server: Server): Promise<{ url: string; stop: () => Promise<void> }> {
  return (await product()).startNode(server)
}

/**
 * The product behind a front proxy whose address is PUBLIC_URL, as on a real host: what the page calls its own
 * origin is what the server takes for it, and the links in mails lead back to the very server that sent them.
 */
async function startProxiedServer(): Promise<Server> {
  const { startServer } = await product()
  const proxy = await openProxy()
  const server = await startServer({ settings: { PUBLIC_URL: proxy.url } })
  proxy.forwardTo(server)
  return {
    ...server,
    url: proxy.url,
    async stop() {
      proxy.close()
      await server.stop()
    },
  }
}

/** A product that runs already, such as a cluster; see E2E_URL in CONTRIBUTING.md. Its database is not touched. */
function runningServer(url: string): Server {
  const mails = async (): Promise<Mail[]> => (await fetch(process.env.E2E_MAIL_URL ?? '')).json()
  return { url, databaseUrl: '', mails, stop: async () => {} }
}

/** The contexts of a worker by the options that they were opened with. */
type Contexts = Map<string, BrowserContext>

/**
 * Each worker has its own product server, on a free port and a cloned database. All tests share one kind of server,
 * because another one means another worker, which takes seconds to start.
 *
 * Tests with the same options share a browser context and its cache of the app: loading it again for each test was a
 * quarter of the cost of its first page. Each begins with an empty storage and a new tab.
 */
export const test = base.extend<object, { server: Server; contexts: Contexts }>({
  server: [
    async ({}, provide) => {
      const outside = process.env.E2E_URL
      const server = outside ? runningServer(outside) : await startProxiedServer()
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: timeLimits.test },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
  contexts: [async ({}, provide) => provide(new Map()), { scope: 'worker' }],
  context: async (
    { browser, contexts, viewport, colorScheme, hasTouch, javaScriptEnabled, serviceWorkers },
    provide,
  ) => {
    const options = JSON.stringify({ viewport, colorScheme, hasTouch, javaScriptEnabled, serviceWorkers })
    const context = contexts.get(options) ?? (await openContext(browser, () => contexts.delete(options)))
    contexts.set(options, context)
    await provide(context)
    if (contexts.has(options)) await clean(context)
    else await context.close()
  },
  page: async ({ context, server }, provide) => {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'all' })
    await session.detach()
    await provide(page)
  },
})

/** With the options of the test. A clock cannot be taken out of a context again, which then serves one test only. */
async function openContext(browser: Browser, discard: () => void): Promise<BrowserContext> {
  const context = await browser.newContext()
  const install = context.clock.install.bind(context.clock)
  context.clock.install = (options) => {
    discard()
    return install(options)
  }
  return context
}

/** What a test leaves behind, but for its storage: that is cleared when nobody writes to it any more. */
async function clean(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
}
