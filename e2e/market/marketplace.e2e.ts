import type { Page } from '@playwright/test'
import { expectAccessibleScreen, expectAccessibleState } from '../support/accessible.ts'
import { expect } from '../support/fixtures.ts'
import { cartOf, shopOf } from '../support/in-market.ts'
import { closeByBack, closeSnackbars, dialog, expectSnackbar } from '../support/in-settings.ts'
import { enter, pressKeys, pressTo, test } from '../support/visit.ts'

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

/** What a first visit shows without scrolling. */
async function expectPriceInSight(page: Page, bottom: () => Promise<number | undefined>): Promise<void> {
  await expect(async () => {
    const price = await cards(page).first().getByText(/^₦/).boundingBox()
    expect((price?.y ?? Infinity) + (price?.height ?? 0)).toBeLessThanOrEqual((await bottom()) ?? 0)
  }).toPass()
}

test('the market shows twenty items a page in 4, 3 or 2 columns', async ({ page, token }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/items') requested.push(searchParams.get('page') ?? '')
  })
  await page.setViewportSize({ width: 1280, height: 720 })
  await enter(page, token, '/marketplace')
  await expect(cards(page)).toHaveCount(20)
  await expectPriceInSight(page, async () => 720)
  await expect(page).toHaveTitle('Marketplace · Rootsquare')
  const first = await names(page).first().innerText()
  await expectAccessibleScreen(page)
  for (const [width, count] of [
    [320, 2],
    [800, 3],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const columns = () =>
      grid(page).evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    await expect.poll(columns, `${width} px`).toBe(count)
  }
  await pages(page).getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/marketplace?page=2')
  await expect(listed(page)).toBeFocused()
  await expect(names(page).first()).not.toHaveText(first)
  expect(requested).toEqual(['0', '1'])
  await page.goBack()
  await expect(page).toHaveURL('/marketplace')
  await expect(names(page).first()).toHaveText(first)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/user')
})

test('items are searched, added, favoured, opened and shared by keyboard', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { seller, buyer, sell } = await shopOf(server)
  // Nobody else sells one, even if the test runs twice on one server.
  const word = `fendozi${Date.now()}`
  const cap = `${word} cap`
  const itemId = await sell({ name: cap, price: 10, stock: 3 })
  await enter(page, buyer.token, '/marketplace')
  await page.getByRole('link', { name: 'Back', exact: true }).focus()
  await pressTo(page.getByRole('button', { name: 'Publish ads' }), 'Tab')
  await pressTo(field(page), 'Tab')
  await page.keyboard.type(word)
  await expect(page).toHaveURL(`/marketplace?q=${word}`)
  await expect(cards(page)).toHaveCount(1)
  await expect(field(page)).toBeFocused()
  await opener(page, cap).focus()
  await pressTo(add(page, cap), 'Tab')
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Cart updated successfully')
  expect(await cartOf(buyer)).toEqual([[cap, 1]])
  await pressKeys(page, 'Tab', 'Space')
  await expect(heart(page, cap)).toHaveAttribute('aria-pressed', 'true')
  await test.step('a filter, which Back takes away again', async () => {
    await page.getByLabel('Highest price').fill('20')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/marketplace?max=20&q=${word}`)
    const topOf = async (name: string) =>
      (await page.getByRole('button', { name, exact: true }).boundingBox())?.y
    await expect(async () => expect(await topOf('Favourites')).toBe(await topOf('Apply'))).toPass()
    await page.goBack()
    await expect(page).toHaveURL(`/marketplace?q=${word}`)
    await expect(page.getByLabel('Highest price')).toHaveValue('')
  })
  const item = page.getByRole('dialog', { name: cap })
  await test.step('See More, which shows under the mouse', async () => {
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
  })
  await page.keyboard.press('Enter')
  const share = item.getByRole('button', { name: `Share ${cap}` })
  await share.press('Enter')
  await dialog(page, 'Share').getByRole('button', { name: 'Copy link' }).press('Enter')
  await expectSnackbar(page, 'Link copied')
  await expect(share).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(`/item/${itemId}`)
  await closeSnackbars(page)
  await expectAccessibleScreen(page, 'item')
  await page.setViewportSize({ width: 1280, height: 800 })
  // What happens to the message is tested in conversation.test.tsx.
  await item.getByRole('link', { name: 'Message Seller' }).click()
  await expect(page).toHaveURL(`/messages/${seller.id}?item=${itemId}`)
  await expect(page.getByRole('region', { name: 'Your message is about' })).toContainText('₦10.00')
  await expectAccessibleState(page)
})

test('on a phone prices and See More are visible, and filters are folded', async ({
  server,
  browser,
  token,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 640 },
  })
  const phone = await context.newPage()
  await enter(phone, token, '/marketplace')
  const bar = phone.getByRole('navigation', { name: 'Quick links' })
  await expectPriceInSight(phone, async () => (await bar.boundingBox())?.y)
  await expect(cards(phone).getByText('See More').first()).toHaveCSS('opacity', '1')
  const chips = phone.getByRole('group', { name: 'Categories' })
  const height = async () => (await chips.boundingBox())?.height
  await expect.poll(height, 'one row that scrolls sideways').toBeLessThan(60)
  await phone.getByRole('button', { name: 'Filter and sort' }).tap()
  await expect(phone.getByLabel('Sort', { exact: true })).toBeInViewport()
  await expectAccessibleState(phone)
  await context.close()
})
