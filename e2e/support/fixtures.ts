import { createRequire } from 'node:module'
import { test as base, expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startServer } from '@rootsquare/api/test/server'
import { openProxy } from './proxy.ts'

export { expect } from '@playwright/test'

export type Server = Awaited<ReturnType<typeof startServer>>

/**
 * The product behind a front proxy whose address is PUBLIC_URL, as on a real host: what the page calls its own
 * origin is what the server takes for it, and the links in mails lead back to the very server that sent them.
 */
async function startProxiedServer(): Promise<Server> {
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

/**
 * Each worker has a product server of its own, on a free port and a cloned database. All tests share one kind of server,
 * because another one means another worker, which takes seconds to start.
 */
export const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, provide) => {
      const server = await startProxiedServer()
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
})

const packages = createRequire(import.meta.url)
const { source }: { source: string } = createRequire(packages.resolve('@axe-core/playwright'))('axe-core')

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

async function axeViolations(page: Page, options: object) {
  await page.evaluate(untilStill)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (axeRun) => {
    const { violations } = await window.axe.run(document, axeRun)
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ target }) => target.join(' ')),
    }))
  }, options)
}

type AxeViolation = { id: string; help: string; nodes: { target: string[] }[] }

declare global {
  interface Window {
    axe: { run: (root: Document, options: object) => Promise<{ violations: AxeViolation[] }> }
  }
}
