import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { cartOf, shopOf } from '../support/in-market.ts'
import { closeByBack, expectSnackbar, untilSettled } from '../support/in-settings.ts'
import { enter, expectAccessibleScreen, test } from '../support/visit.ts'

const grid = (page: Page) => page.getByRole('list', { name: 'Items', exact: true })
const cards = (page: Page) => grid(page).getByRole('listitem')
const card = (page: Page, name: string) => cards(page).filter({ hasText: name })
const names = (page: Page) => grid(page).getByRole('heading', { level: 3 })
const opener = (page: Page, name: string) => page.getByRole('link', { name: `See More ${name}` })
const heart = (page: Page, name: string) => page.getByRole('button', { name: `Favourite: ${name}` })
const add = (page: Page, name: string) => page.getByRole('button', { name: `Add to cart: ${name}` })
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search items' })
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const listed = (page: Page) => page.getByRole('heading', { level: 2, name: 'Recently Listed' })

async function openMarket(page: Page, token: string, search = ''): Promise<void> {
  await enter(page, token)
  await page.goto(`/marketplace${search}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marketplace')
}

test('twenty a page in 4, 3 and 2 columns, with pages in the address', async ({ page, token }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/items') requested.push(searchParams.get('page') ?? '')
  })
  await openMarket(page, token)
  await expect(page).toHaveTitle('Marketplace · Rootsquare')
  await expect(cards(page)).toHaveCount(20)
  await expect(page.getByRole('status').filter({ hasText: /^\d+ items$/ })).toBeVisible()
  const first = await names(page).first().innerText()
  await expectAccessibleScreen(page)
  for (const [width, count] of [
    [1280, 4],
    [800, 3],
    [320, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const columns = () =>
      grid(page).evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    await expect.poll(columns, `${width} px`).toBe(count)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await pages(page).getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/marketplace?page=2')
  await expect(pages(page).getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(listed(page)).toBeFocused()
  await expect(names(page).first()).not.toHaveText(first)
  expect(requested).toEqual(['0', '1'])
  await page.goBack()
  await expect(page).toHaveURL('/marketplace')
  await expect(names(page).first()).toHaveText(first)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/user')
})

test('a first visit shows prices without scrolling', async ({ page, token }) => {
  await enter(page, token)
  for (const [width, height] of [
    [360, 640],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => localStorage.removeItem('rootsquare.market-seen'))
    await page.goto('/marketplace')
    await expect(async () => {
      const price = await cards(page).first().getByText(/^₦/).boundingBox()
      const bar = page.getByRole('navigation', { name: 'Quick links' })
      const bottom = width < 768 ? (await bar.boundingBox())?.y : height
      expect((price?.y ?? height) + (price?.height ?? 0), `${width} px`).toBeLessThanOrEqual(bottom ?? 0)
    }).toPass()
  }
})

test('by keyboard: search, add, favour, open, close and turn the page', async ({ page, server }) => {
  const { buyer, sell } = await shopOf(server)
  // Nobody else sells one, also when the test runs twice on a server.
  const word = `fendozi${Date.now()}`
  const cap = `${word} cap`
  await sell({ name: cap, price: 10, stock: 3 })
  await openMarket(page, buyer.token)
  await page.getByRole('link', { name: 'Back', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Publish ads' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(word)
  await expect(page).toHaveURL(`/marketplace?q=${word}`)
  await expect(cards(page)).toHaveCount(1)
  await expect(field(page)).toBeFocused()
  await opener(page, cap).focus()
  await page.keyboard.press('Tab')
  await expect(add(page, cap)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Cart updated successfully')
  expect(await cartOf(buyer)).toEqual([[cap, 1]])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(heart(page, cap)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  const item = page.getByRole('dialog', { name: cap })
  await expect(item).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener(page, cap)).toBeFocused()
  await untilSettled(page)

  await page.getByLabel('Highest price').fill('20')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/marketplace?max=20&q=${word}`)
  const topOf = async (name: string) =>
    (await page.getByRole('button', { name, exact: true }).boundingBox())?.y
  await expect(async () => expect(await topOf('Favourites')).toBe(await topOf('Apply'))).toPass()
  await page.goBack()
  await expect(page).toHaveURL(`/marketplace?q=${word}`)
  await expect(page.getByLabel('Highest price')).toHaveValue('')

  const more = card(page, cap).getByText('See More')
  await page.mouse.move(0, 0)
  await expect(more).toHaveCSS('opacity', '0')
  await card(page, cap).hover()
  await expect(more).toHaveCSS('opacity', '1')
  await more.click()
  await expect(item).toBeVisible()
  await closeByBack(page)
  await expect(item).toHaveCount(0)
  await expect(page).toHaveURL(`/marketplace?q=${word}`)
  await expect(opener(page, cap)).toBeFocused()
  await page.getByRole('button', { name: 'Publish ads' }).click()
  await expect(page.getByRole('dialog', { name: 'Publish ads' })).toBeVisible()
  await closeByBack(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Publish ads' })).toBeFocused()
  await page.getByRole('button', { name: 'Clear All Filters' }).press('Enter')
  await expect(page).toHaveURL('/marketplace')
  await expect(listed(page)).toBeFocused()
})

test('on a phone the filters are folded, and See More is always there', async ({
  server,
  browser,
  token,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  })
  const phone = await context.newPage()
  await openMarket(phone, token)
  await expect(cards(phone).getByText('See More').first()).toHaveCSS('opacity', '1')
  await phone.getByRole('button', { name: 'Filter and sort' }).tap()
  const chips = phone.getByRole('group', { name: 'Categories' })
  const height = async () => (await chips.boundingBox())?.height
  await expect.poll(height, 'one row that scrolls sideways').toBeLessThan(60)
  await expect(phone.getByLabel('Sort')).toBeInViewport()
  await context.close()
})
