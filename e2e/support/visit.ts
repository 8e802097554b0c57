import { request, type Locator, type Page, type Route } from '@playwright/test'
import { expect, test as base } from './fixtures.ts'

export const password = 'Rootsquare#2026'
export const tokenKey = 'rootsquare.token'

/** Every test also fails if the page breaks its content policy. */
export const test = base.extend<object, { token: string }>({
  page: async ({ page }, use) => {
    const violations: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text())
    })
    await use(page)
    expect(violations).toEqual([])
  },
  // Tests that are not about logging in share one log-in per worker.
  token: [async ({ server }, use) => use(await logIn(server.url, 'hauwa.d')), { scope: 'worker' }],
})

export async function logIn(url: string, username: string): Promise<string> {
  const api = await request.newContext()
  const reply = await api.post(`${url}/api/login`, { data: { username, userSecret: password } })
  expect(reply.ok(), `${username} cannot log in: ${await reply.text()}`).toBe(true)
  const { data }: { data: { access_token: string } } = await reply.json()
  await api.dispose()
  return data.access_token
}

/**
 * Signs in by a token, and opens a page if one is named. The token is written while that page starts; without a page the icon
 * is loaded, since nothing can be stored before the site is open.
 */
export async function enter(page: Page, token: string, path?: string): Promise<void> {
  const stored = [tokenKey, token] as const
  if (path === undefined) {
    await page.goto('/favicon.svg')
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), stored)
    return
  }
  const writing = await page.addInitScript(([key, value]) => localStorage.setItem(key, value), stored)
  await page.goto(path)
  // A later load must not undo a sign-out.
  await writing.dispose()
}

/** The font of the page has come: a text in another one is wider or narrower. */
export async function untilFontsLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => void (await document.fonts.ready))
}

/**
 * What `read` finds once the page has come to rest: its pictures and fonts are there, and several frames in a row it found the
 * same. For a position that is compared with a later one.
 */
export async function untilStable<T>(page: Page, read: () => Promise<T>): Promise<T> {
  let found = await read()
  await expect(async () => {
    await page.evaluate(untilPainted)
    const before = found
    found = await read()
    expect<unknown>(found).toEqual(before)
  }).toPass({ intervals: [50] })
  return found
}

/** Runs in the page. A picture further down is loaded only when it is near. */
async function untilPainted(): Promise<void> {
  await document.fonts.ready
  const inSight = [...document.images].filter((image) => {
    const { top, bottom, width } = image.getBoundingClientRect()
    return width > 0 && bottom > 0 && top < innerHeight
  })
  await Promise.allSettled(inSight.map((image) => image.decode()))
  for (let frame = 0; frame < 5; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** Again if it is replaced meanwhile, as the rows of a feed are when they come near. */
export async function scrollIntoView(element: Locator): Promise<void> {
  await expect(() => element.scrollIntoViewIfNeeded()).toPass()
}

/** Presses the keys, after which the control has the focus. */
export async function pressTo(control: Locator, ...keys: string[]): Promise<void> {
  for (const key of keys) await control.page().keyboard.press(key)
  await expect(control).toBeFocused()
}

/** Presses Tab until the control has the focus. */
export async function tabTo(control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60 && !(await isFocused()); presses += 1)
    await control.page().keyboard.press('Tab')
  await expect(control).toBeFocused()
}

export async function pressKeys(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

export function menuButton(page: Page) {
  return page.getByRole('button', { name: 'Menu', exact: true })
}

/** Home greets whoever is signed in, at every width; the tests come as Hauwa unless they say otherwise. */
export function atHome(page: Page, firstName = 'Hauwa') {
  return page.getByRole('heading', { level: 1, name: `, ${firstName}` })
}

export function onSignIn(page: Page) {
  const username = page.getByLabel('Username')
  const secret = page.getByLabel('Password', { exact: true })
  const submit = page.getByRole('button', { name: 'Sign In' })
  return {
    username,
    secret,
    submit,
    snackbar: page.getByRole('region', { name: 'Notices' }),
    form: page.getByRole('region', { name: 'Sign In' }),
    async fill(name: string, password: string) {
      await username.fill(name)
      await secret.fill(password)
      await submit.click()
    },
  }
}

/** For those who wait until the network is idle: the live stream never ends. */
export async function withoutStream(page: Page): Promise<void> {
  await page.route('**/api/live', (route) => route.abort())
}

export const answer = (status: number, body: object) => (route: Route) =>
  route.fulfill({ status, json: body })

/**
 * Delays every matching response until `release`, so that a test sees what is shown meanwhile. `release` waits for the
 * first of them, and fails where nothing is delayed: the test has not seen what it is about.
 */
export async function delayResponses(page: Page, pattern: string): Promise<{ release: () => Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let delayed = 0
  await page.route(pattern, async (route) => {
    delayed += 1
    await promise
    await route.fallback()
  })
  const release = async () => {
    await expect.poll(() => delayed, `Nothing asked for ${pattern}.`).toBeGreaterThan(0)
    resolve()
  }
  return { release }
}

/** A tab behind another one, and in front again. Headless Chromium never hides a page by itself. */
export function setHidden(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((hidden) => {
    const shown = { hidden, visibilityState: hidden ? 'hidden' : 'visible' }
    for (const [name, value] of Object.entries(shown))
      Object.defineProperty(document, name, { configurable: true, get: () => value })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isHidden)
}

/** Navigates without loading the page anew, as a link does. */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path)
}
