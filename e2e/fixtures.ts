import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startServer } from '@rootsquare/api/test/server'

export { expect } from '@playwright/test'

type Server = Awaited<ReturnType<typeof startServer>>

/** Each worker has a product server of its own, on a free port and a cloned database. */
export const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, provide) => {
      const server = await startServer()
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
})

const packages = createRequire(import.meta.url)
const { source }: { source: string } = createRequire(packages.resolve('@axe-core/playwright'))('axe-core')
const nothingMore = 'void 0'

/** As `analyze` does by default, only without the parts that no rule here asks for: they take most of the time. */
const axeOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // Rules that passed are not described node by node.
  resultTypes: ['violations' as const],
  // Style sheets are fetched a second time for one rule that is still an experiment, and not among these.
  preload: { assets: ['media'] },
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

/** WCAG 2.2 A and AA, as far as a program can tell. Something may come in while it looks: what stays is found again. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const found = await axeViolations(page)
  expect(found.length > 0 ? await axeViolations(page) : found).toEqual([])
}

async function axeViolations(page: Page) {
  await page.evaluate(untilStill)
  // Read once in a document: `analyze` has its half a megabyte of script read twice at each call.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  // Of one document, since no page of the product holds another: so no second tab is opened to join the results.
  const axe = new AxeBuilder({ page, axeSource: nothingMore }).setLegacyMode().options(axeOptions)
  const { violations } = await axe.analyze()
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map((node) => node.target.join(' ')),
  }))
}
