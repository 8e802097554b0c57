import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
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
 * Loaded where a server starts: the process that lists the tests would load the whole product for nothing. As a string, since
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
 * Each worker has a product server of its own, on a free port and a cloned database. All tests share one kind of server,
 * because another one means another worker, which takes seconds to start.
 *
 * Tests with the same options share a browser context for what it has cached of the app: to load that anew for each test was a
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
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
  contexts: [async ({}, provide) => provide(new Map()), { scope: 'worker' }],
  context: async ({ browser, contexts, viewport, colorScheme, hasTouch, javaScriptEnabled }, provide) => {
    const options = JSON.stringify({ viewport, colorScheme, hasTouch, javaScriptEnabled })
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

const packages = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
/** Minified, since every page compiles it anew, and without the HTML of each element, which nobody reads. */
const axeScript = `${readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8')}
axe.configure({ noHtml: true })`

/** WCAG 2.2 A and AA. What no rule here needs is left out, since it takes most of the time. */
const axeOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  preload: false,
}
/** These two lay the whole page out on a grid, which costs four times as much as all other rules together. */
const withoutColoursAndSizes = {
  ...axeOptions,
  rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
}

/** Colours on their way from one theme to the other are neither; what turns for ever is not waited for. */
async function untilStill(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(
      ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    )
  await Promise.allSettled(passing.map(({ finished }) => finished))
}

/** Every rule, in the theme and at the width of the moment. For a whole screen: `expectAccessibleScreen`. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await expectNothingFound(page, axeOptions)
}

/**
 * Names, roles and structure of one state of a screen: a dialog that is open, an error that is shown, an empty list.
 * Colours and sizes come from tokens and are checked once for each screen.
 */
export async function expectAccessibleState(page: Page): Promise<void> {
  await expectNothingFound(page, withoutColoursAndSizes)
}

/** Something may come in while axe runs: what stays is found again. */
async function expectNothingFound(page: Page, options: object): Promise<void> {
  const found = await axeViolations(page, options)
  expect(found.length > 0 ? await axeViolations(page, options) : found).toEqual([])
}

/** Of a long list the first rows: the others come from the same code, and would take most of the time. */
const laterRows = [
  '[role=feed] > article:nth-of-type(n+6)',
  'main li:nth-of-type(n+9)',
  'main tbody > tr:nth-of-type(n+7)',
  '[role=option]:nth-of-type(n+9)',
]

async function axeViolations(page: Page, options: object) {
  await page.evaluate(untilStill)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  return page.evaluate(
    async ([axeRun, exclude]) => {
      // The page behind an open dialog is inert, and is checked without it.
      const dialogs = [...document.querySelectorAll('[data-layer]:not([inert])')]
      const include = dialogs.length > 0 ? dialogs : [document.documentElement]
      const { violations } = await window.axe.run({ include, exclude: exclude.map((rows) => [rows]) }, axeRun)
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ target }) => target.join(' ')),
      }))
    },
    [options, laterRows] as const,
  )
}

type AxeContext = { include: Element[]; exclude: string[][] }
type AxeViolation = { id: string; help: string; nodes: { target: string[] }[] }

declare global {
  interface Window {
    axe: { run: (context: AxeContext, options: object) => Promise<{ violations: AxeViolation[] }> }
  }
}
