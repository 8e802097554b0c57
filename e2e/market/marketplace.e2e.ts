import type { Page } from '@playwright/test'
import { hold } from '../support/entry.ts'
import { expect, expectAccessibleState } from '../support/fixtures.ts'
import { cartOf, shopOf } from '../support/in-market.ts'
import { expectSnackbar } from '../support/in-settings.ts'
import { test } from '../support/own-origin.ts'
import { answer, enter, expectAccessibleScreen, logIn } from '../support/visit.ts'
import { goWithin } from '../support/within-app.ts'

const grid = (page: Page) => page.getByRole('list', { name: 'Items', exact: true })
const cards = (page: Page) => grid(page).getByRole('listitem')
const card = (page: Page, name: string) => cards(page).filter({ hasText: name })
const names = (page: Page) => grid(page).getByRole('heading', { level: 3 })
const way = (page: Page, name: string) => page.getByRole('link', { name: `See More ${name}` })
const heart = (page: Page, name: string) => page.getByRole('button', { name: `Favourite: ${name}` })
const add = (page: Page, name: string) => page.getByRole('button', { name: `Add to cart: ${name}` })
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search items' })
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Categories' }).getByRole('button', { name, exact: true })
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const listed = (page: Page) => page.getByRole('heading', { level: 2, name: 'Recently Listed' })

async function openMarket(page: Page, token: string, search = ''): Promise<void> {
  await enter(page, token)
  await page.goto(`/marketplace${search}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marketplace')
}

test('twenty a page in 4, 3 and 2 columns, with pages in the address', async ({ page, token }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/items') asked.push(searchParams.get('page') ?? '')
  })
  await openMarket(page, token)
  await expect(page).toHaveTitle('Marketplace · Rootsquare')
  await expect(cards(page)).toHaveCount(20)
  await expect(page.getByRole('status').filter({ hasText: /^\d+ items$/ })).toBeVisible()
  await expect(page.getByText('Approved')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Category' })).toHaveCount(0)
  const first = await names(page).first().innerText()
  await expectAccessibleScreen(page)
  for (const [width, count] of [
    [1280, 4],
    [800, 3],
    [320, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const columns = await grid(page).evaluate((list) => getComputedStyle(list).gridTemplateColumns)
    expect(columns.split(' '), `${width} px`).toHaveLength(count)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await pages(page).getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/marketplace?page=2')
  await expect(pages(page).getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(listed(page)).toBeFocused()
  await expect(names(page).first()).not.toHaveText(first)
  expect(asked).toEqual(['0', '1'])
  await page.goBack()
  await expect(page).toHaveURL('/marketplace')
  await expect(names(page).first()).toHaveText(first)
  // What means nothing is passed over; a page behind the last becomes the last.
  await goWithin(page, '/marketplace?page=999&category=x&sort=best&min=-1&favorites=maybe&item=none')
  await expect(page).toHaveURL(/\/marketplace\?page=[2-9]$/)
  await expect(cards(page)).not.toHaveCount(0)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/user')
})

test('a list that fails is tried again, and the next page comes over the old one', async ({
  page,
  token,
}) => {
  await page.route('**/api/items?*', answer(400, { error: ['No'], code: 'BAD' }), { times: 1 })
  await openMarket(page, token)
  const failed = 'Failed to fetch items. Please try again.'
  await expectSnackbar(page, failed)
  await expect(page.getByRole('main').getByText(failed)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(cards(page)).toHaveCount(20)
  const first = await names(page).first().innerText()
  const { release } = await hold(page, '**/api/items?page=1*')
  await pages(page).getByRole('link', { name: 'Page 2' }).click()
  await expect(grid(page)).toHaveAttribute('aria-busy', 'true')
  await expect(names(page).first()).toHaveText(first)
  release()
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
  await expect(names(page).first()).not.toHaveText(first)
  await page.route('**/api/items?*', async (route) => {
    const reply = await route.fetch()
    const { data, ...rest } = await reply.json()
    await route.fulfill({
      json: { ...rest, data: { ...data, totalElements: 500, totalPages: 25, capped: true } },
    })
  })
  await field(page).fill('cloth')
  await expect(page.getByRole('status').filter({ hasText: 'The best 500 items' })).toBeVisible()
  await expect(pages(page).getByRole('link')).toHaveText(['1', '2', '25', ''])
})

test('search, category, order and price filter together and stand in the address', async ({
  page,
  server,
}) => {
  const { buyer, sell, genres } = await shopOf(server)
  const [beads, books] = genres
  if (beads === undefined || books === undefined) throw new Error('The square has no categories')
  await Promise.all([
    sell({ name: 'Quovex cheap', price: 0.1, stock: 5 }),
    sell({ name: 'Quovex dear', price: 1_000_000.01, stock: 5, genreIds: [books.id] }),
    sell({ name: 'Quovex fair', price: 200, stock: 5 }),
  ])
  await openMarket(page, buyer.token, '?page=2')
  await expect(page.getByLabel('Sort')).not.toContainText('Best match')
  await field(page).pressSequentially('quovxe')
  await expect(page).toHaveURL('/marketplace?q=quovxe')
  await expect(names(page)).toHaveCount(3)
  await expect(listed(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: 'Results' })).toBeVisible()
  await field(page).fill('quovex')
  await expect(page).toHaveURL('/marketplace?q=quovex')
  await expect(page.getByRole('status').filter({ hasText: '3 items' })).toBeVisible()
  await expect(page.getByLabel('Sort')).toHaveValue('')
  await expect(page.getByLabel('Sort').locator('option:checked')).toHaveText('Best match')
  await page.getByLabel('Sort').selectOption('Price low to high')
  await expect(names(page)).toHaveText(['Quovex cheap', 'Quovex fair', 'Quovex dear'])
  await page.getByLabel('Sort').selectOption('Price high to low')
  await expect(names(page)).toHaveText(['Quovex dear', 'Quovex fair', 'Quovex cheap'])
  await expect(card(page, 'Quovex cheap')).toContainText('₦0.10')
  await expect(card(page, 'Quovex dear')).toContainText('₦1,000,000.01')
  await chip(page, beads.name).click()
  await expect(names(page)).toHaveText(['Quovex fair', 'Quovex cheap'])
  await expect(chip(page, beads.name)).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Lowest price').fill('nothing')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('alert').getByText('Write an amount in Naira')).toBeVisible()
  await page.getByLabel('Lowest price').fill('300')
  await page.getByLabel('Highest price').fill('200')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The lowest price is above the highest.')).toBeVisible()
  const topOf = async (name: string) =>
    (await page.getByRole('button', { name, exact: true }).boundingBox())?.y
  expect(await topOf('Favourites')).toBe(await topOf('Apply'))
  await page.getByLabel('Lowest price').fill('₦100.50')
  await page.getByLabel('Highest price').fill('1,000')
  await page.keyboard.press('Enter')
  await expect(names(page)).toHaveText(['Quovex fair'])
  expect(new URL(page.url()).search).toBe(`?category=${beads.id}&sort=-price&min=100.5&max=1000&q=quovex`)
  await page.goBack()
  await expect(names(page)).toHaveText(['Quovex fair', 'Quovex cheap'])
  await expect(page.getByLabel('Highest price')).toHaveValue('')
  await chip(page, books.name).click()
  await page.getByLabel('Highest price').fill('5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No items match.')).toBeVisible()
  await goWithin(page, '/marketplace?min=0.10&max=0.05')
  await expect(page.getByText('The lowest price is above the highest.')).toBeVisible()
  await expect(page.getByLabel('Lowest price')).toHaveValue('0.10')
  await goWithin(page, '/marketplace?category=987654')
  await expect(page.getByText('There is no such category.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all items' }).click()
  await expect(page).toHaveURL('/marketplace')
  await expect(field(page)).toHaveValue('')
  await expect(cards(page)).toHaveCount(20)
})

test('hearts show at once and roll back, and what is sold out is not bought', async ({ page, server }) => {
  const { buyer, sell, change } = await shopOf(server)
  await sell({ name: 'Wamzuto drum', price: 10, stock: 2 })
  const last = await sell({ name: 'Wamzuto gong', price: 10, stock: 1 })
  await change(last, { stock: 0 })
  // Room for the snackbars, which lie over what is at the bottom.
  await page.setViewportSize({ width: 1280, height: 1200 })
  await openMarket(page, buyer.token)
  await expect(card(page, 'Wamzuto gong').getByText('Out Of Stock')).toBeVisible()
  await expect(card(page, 'Wamzuto gong').locator('a, button, [tabindex]')).toHaveCount(0)
  await expect(card(page, 'Wamzuto gong')).toContainText('₦10.00')
  await page.route('**/api/items/favorite/*', answer(429, { error: ['Slower, please'], code: 'LIMITED' }), {
    times: 1,
  })
  await heart(page, 'Wamzuto drum').click()
  await expectSnackbar(page, 'Slower, please')
  await expect(heart(page, 'Wamzuto drum')).toHaveAttribute('aria-pressed', 'false')
  const { release } = await hold(page, '**/api/items/favorite/*')
  await heart(page, 'Wamzuto drum').click()
  await expect(heart(page, 'Wamzuto drum')).toHaveAttribute('aria-pressed', 'true')
  release()
  await page.getByRole('button', { name: 'Favourites', exact: true }).click()
  await expect(page).toHaveURL('/marketplace?favorites=true')
  await expect(names(page)).toHaveText(['Wamzuto drum'])
  // It keeps its place until the list is asked for anew, so that a slip can be taken back.
  await heart(page, 'Wamzuto drum').click()
  await expect(heart(page, 'Wamzuto drum')).toHaveAttribute('aria-pressed', 'false')
  await expect
    .poll(async () => (await buyer.api.get('/api/items?favorite=true')).json())
    .toMatchObject({
      data: { content: [] },
    })
  await add(page, 'Wamzuto drum').click()
  await expectSnackbar(page, 'Cart updated successfully')
  await add(page, 'Wamzuto drum').click()
  await expect.poll(() => cartOf(buyer)).toEqual([['Wamzuto drum', 2]])
  await add(page, 'Wamzuto drum').click()
  await expectSnackbar(page, 'There are only 2 left of Wamzuto drum, and they are in your cart.')
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName(
    'Cart, 1 item',
  )
})

test('by keyboard: seek, add, favour, open, close and turn the page', async ({ page, server }) => {
  const { buyer, sell } = await shopOf(server)
  await sell({ name: 'Fendozi cap', price: 10, stock: 3 })
  await openMarket(page, buyer.token)
  await page.getByRole('link', { name: 'Back', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Publish ads' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('fendozi')
  await expect(page).toHaveURL('/marketplace?q=fendozi')
  await expect(cards(page)).toHaveCount(1)
  await expect(field(page)).toBeFocused()
  await way(page, 'Fendozi cap').focus()
  await page.keyboard.press('Tab')
  await expect(add(page, 'Fendozi cap')).toBeFocused()
  await page.keyboard.press('Enter')
  await expectSnackbar(page, 'Cart updated successfully')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(heart(page, 'Fendozi cap')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Fendozi cap' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(way(page, 'Fendozi cap')).toBeFocused()
  await page.getByRole('button', { name: 'Clear All Filters' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/marketplace')
  await expect(listed(page)).toBeFocused()
  await pages(page).getByRole('link', { name: 'Page 2' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/marketplace?page=2')
  await expect(listed(page)).toBeFocused()
})

test('staff see what waits and filter by it; others see nothing of it', async ({ page, server }) => {
  const { seller, sell, offer } = await shopOf(server)
  await sell({ name: 'Jibrilok seen', price: 10, stock: 1 })
  await offer({ name: 'Jibrilok waiting', price: 10, stock: 1 })
  await openMarket(page, await logIn(server.url, 'ene.ochigbo'), '?q=jibrilok')
  await expect(card(page, 'Jibrilok seen').getByText('Approved', { exact: true })).toBeVisible()
  await expect(card(page, 'Jibrilok waiting').getByText('Unapproved', { exact: true })).toBeVisible()
  await expectAccessibleState(page)
  await page.getByLabel('Approval').selectOption('Unapproved')
  await expect(page).toHaveURL('/marketplace?approval=unapproved&q=jibrilok')
  await expect(names(page)).toHaveText(['Jibrilok waiting'])
  await page.getByLabel('Approval').selectOption('Approved')
  await expect(names(page)).toHaveText(['Jibrilok seen'])
  await expect(page.getByRole('button', { name: 'Add Category' })).toBeVisible()
  // Not even to its seller, and not by the address that staff use.
  await openMarket(page, seller.token, '?q=jibrilok&approval=unapproved')
  await expect(names(page)).toHaveText(['Jibrilok seen'])
  await expect(card(page, 'Jibrilok seen').getByText('Approved')).toHaveCount(0)
  await expect(add(page, 'Jibrilok seen')).toHaveCount(0)
})

test('an address with an item and a page that is none is put right', async ({ page, server }) => {
  const { seller, sell } = await shopOf(server)
  const itemId = await sell({ name: 'Bolkanta seen', price: 10, stock: 1 })
  await enter(page, seller.token)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto('/cart')
  await page.goto(`/marketplace?page=99&q=bolkanta&item=${itemId}`)
  const item = page.getByRole('dialog', { name: 'Bolkanta seen', exact: true })
  await expect(page).toHaveURL(`/marketplace?item=${itemId}&q=bolkanta`)
  await expect(item).toBeVisible()
  await item.getByRole('button', { name: 'Update Item' }).click()
  await expect(page.getByRole('dialog', { name: 'Update Item', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(item.getByRole('button', { name: 'Update Item' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(item).toHaveCount(0)
  await expect(page).toHaveURL('/marketplace?q=bolkanta')
  await expect(names(page)).toHaveText(['Bolkanta seen'])
  expect(errors).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL('/cart')
})

test('See More opens the item over the list, and Back and Esc lead back to it', async ({ page, server }) => {
  const { buyer, sell } = await shopOf(server)
  const itemId = await sell({ name: 'Zukanto mat', price: 10, stock: 1 })
  await openMarket(page, buyer.token, '?q=zukanto')
  const more = card(page, 'Zukanto mat').getByText('See More')
  await expect(more).toHaveCSS('opacity', '0')
  await card(page, 'Zukanto mat').hover()
  await expect(more).toHaveCSS('opacity', '1')
  await more.click()
  const item = page.getByRole('dialog', { name: 'Zukanto mat' })
  await expect(item).toBeVisible()
  await expect(page).toHaveURL(`/marketplace?item=${itemId}&q=zukanto`)
  await page.goBack()
  await expect(item).toHaveCount(0)
  await expect(page).toHaveURL('/marketplace?q=zukanto')
  await expect(way(page, 'Zukanto mat')).toBeFocused()
  // The name leads there as well.
  await names(page).first().click()
  await expect(item).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/marketplace?q=zukanto')
  await page.getByRole('button', { name: 'Publish ads' }).click()
  await expect(page.getByRole('dialog', { name: 'Publish ads' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Publish ads' })).toBeFocused()
})

test('on a phone a shared item opens without its list', async ({ server, browser }) => {
  const { buyer, sell } = await shopOf(server)
  const itemId = await sell({ name: 'Dorvinta mat', price: 10, stock: 1 })
  const touched = await browser.newContext({
    baseURL: server.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  })
  const phone = await touched.newPage()
  await enter(phone, buyer.token)
  await phone.route('**/api/items?*', answer(400, { error: ['No'], code: 'BAD' }), { times: 1 })
  await phone.goto(`/marketplace?item=${itemId}`)
  // Without the list.
  await expect(phone.getByRole('dialog', { name: 'Dorvinta mat' })).toBeVisible()
  await phone.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(phone).toHaveURL('/marketplace')
  await phone.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(card(phone, 'Dorvinta mat').getByText('See More')).toHaveCSS('opacity', '1')
  await phone.getByRole('button', { name: 'Filter and sort' }).tap()
  const chips = await phone.getByRole('group', { name: 'Categories' }).boundingBox()
  expect(chips?.height, 'one row that scrolls sideways').toBeLessThan(60)
  await expect(phone.getByLabel('Sort')).toBeInViewport()
  await touched.close()
})
