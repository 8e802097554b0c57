import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

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

/** What sticks out sideways. Ornaments and pictures inside a frame that cuts them may, and tabs, categories and pictures that scroll sideways. */
function elementsOutsideViewport(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const cut =
      '[aria-hidden=true], [data-kind] > img, nav[aria-label=Group] *, [data-shape=strip] *, [aria-label=Categories]'
    const isCut = (element: Element) => element.closest(cut) !== null
    const over = [...document.body.querySelectorAll('*')].filter((element) => {
      const box = element.getBoundingClientRect()
      return box.width > 0 && (box.right > width + 0.5 || box.left < -0.5) && !isCut(element)
    })
    const scrolls = document.documentElement.scrollWidth > width ? ['the page scrolls sideways'] : []
    return [...scrolls, ...over.map((element) => element.outerHTML.slice(0, 80))]
  })
}

/** Polled, since what depends on the width is drawn a moment after the width has changed. */
export async function expectInsideViewport(page: Page, what = page.url()): Promise<void> {
  await expect.poll(() => elementsOutsideViewport(page), what).toEqual([])
}

/** One state of a screen, such as an open dialog, at the width of the moment. */
export async function expectAccessibleAndInside(page: Page, what = page.url()): Promise<void> {
  await expectAccessibleState(page)
  await expectInsideViewport(page, what)
}

/**
 * Once for each screen, light on a desktop and dark on a phone: axe, and what sticks out there and on a tablet. What does not
 * outlive the change of width is restored by `restore`.
 */
export async function expectAccessibleScreen(
  page: Page,
  what = page.url(),
  restore?: () => Promise<unknown>,
): Promise<void> {
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['light', 768],
    ['dark', 320],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    if (width !== 768) {
      await restore?.()
      await expectNoAxeViolations(page)
    }
    await expectInsideViewport(page, `${what}, ${width} px`)
  }
}
