import { addToCart } from '@rootsquare/contract/trade/cart'
import { createGenre, listGenres } from '@rootsquare/contract/trade/genres'
import { approveItem, favorItem, listAllItems, listItems } from '@rootsquare/contract/trade/market'
import { getSeller } from '@rootsquare/contract/trade/sellers'
import { deleteSavedSearch, listSavedSearches, saveSearch } from '@rootsquare/contract/trade/saved-searches'
import { listProposals } from '@rootsquare/contract/sections'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { sampleLine } from '#web/test/cart-line.ts'
import { answerMarket, can, genres, itemWith } from '#web/test/items.ts'
import { answer, callsOf, Rejection } from '#web/test/fake-server.ts'
import { openApp } from '#web/test/open-app.tsx'
import { showOnPhone } from '#web/test/phone-screen.ts'
import { button, currentUrl, dialog, noDialog, notice, pageWith, rejected } from '#web/test/trade-screen.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const failed = 'Failed to fetch items. Please try again.'
const names = async () => {
  const list = await screen.findByRole('list', { name: 'Items' })
  return within(list)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
}
const lastQuery = () => lastOf(callsOf(listItems))?.query

const admin = { roles: ['ADMIN' as const] }
const waiting = itemWith({ isApproved: false, can: can.admin })

beforeEach(() => {
  answerMarket()
  answer(listAllItems, () => pageWith([itemWith()]))
  answer(listProposals, () => pageWith([]))
})

test('shows a failed list with a Retry button', async () => {
  answer(listItems, () => rejected(400, 'No'))
  const user = await openApp('/marketplace')
  await notice(failed)
  expect(within(await screen.findByRole('main')).getByText(failed)).toBeVisible()
  answer(listItems, () => pageWith([itemWith()]))
  await user.click(await button('Retry'))
  expect(await names()).toEqual(['Drum'])
})

test('shows the large heading only on the first visit', async () => {
  const intro = /sold by the hands that made them/
  await openApp('/marketplace')
  expect(await screen.findByText(intro)).toBeVisible()
  await openApp('/marketplace')
  expect(await names()).toEqual(['Drum'])
  expect(screen.getByRole('heading', { name: 'Marketplace' })).toBeVisible()
  expect(screen.queryByText(intro)).toBeNull()
})

test('shows the previous page until the next one is loaded', async () => {
  const second = Promise.withResolvers<void>()
  answer(listItems, async ({ query }) => {
    if (query.page === 1) await second.promise
    return pageWith([itemWith({ name: `On page ${query.page + 1}` })], 30)
  })
  const user = await openApp('/marketplace')
  await user.click(await screen.findByRole('link', { name: 'Page 2' }))
  const list = await screen.findByRole('list', { name: 'Items' })
  await waitFor(() => expect(list).toHaveAttribute('aria-busy', 'true'))
  expect(await names()).toEqual(['On page 1'])
  second.resolve()
  await waitFor(async () => expect(await names()).toEqual(['On page 2']))
  expect(list).toHaveAttribute('aria-busy', 'false')
  expect(currentUrl()).toBe('/marketplace?page=2')
  expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
})

test('opens the last page instead of one after it', async () => {
  answer(listItems, () => pageWith([itemWith()], 30))
  await openApp('/marketplace?page=999&category=x&sort=best&min=-1&favorites=maybe&item=none')
  await waitFor(() => expect(currentUrl()).toBe('/marketplace?page=2'))
  expect(await names()).toEqual(['Drum'])
  expect(lastQuery()).toEqual({ page: 1, size: 20 })
})

test('shows how many items a capped search has found', async () => {
  answer(listItems, () => ({ ...pageWith([itemWith()], 500), capped: true }))
  await openApp('/marketplace?q=cloth')
  expect(await screen.findByText('The best 500 items')).toBeVisible()
  const links = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['1', '2', '25', ''])
})

test('sends a search from page 1 and writes it into the address', async () => {
  answer(listItems, () => pageWith([itemWith(), itemWith({ id: 8 })], 30))
  const user = await openApp('/marketplace?page=2')
  expect(await screen.findByRole('heading', { name: 'Recently Listed' })).toBeVisible()
  expect(screen.getByLabelText('Sort')).not.toHaveTextContent('Best match')
  await user.type(screen.getByRole('searchbox', { name: 'Search items' }), 'quovex')
  await waitFor(() => expect(currentUrl()).toBe('/marketplace?q=quovex'))
  await waitFor(() => expect(lastQuery()).toMatchObject({ name: 'quovex', page: 0 }))
  expect(screen.getByRole('heading', { name: 'Results' })).toBeVisible()
  expect(screen.getByLabelText('Sort')).toHaveDisplayValue('Best match')
  expect(screen.getByText('30 items')).toBeVisible()
})

test('sends order, category and price and writes them into the address', async () => {
  const user = await openApp('/marketplace?q=quovex')
  await names()
  await user.selectOptions(screen.getByLabelText('Sort'), 'Price high to low')
  await user.click(await button('Beads'))
  await user.type(screen.getByLabelText(/^Lowest price/), '₦100.50')
  await user.type(screen.getByLabelText(/^Highest price/), '1,000{Enter}')
  await waitFor(() =>
    expect(currentUrl()).toBe('/marketplace?category=1&sort=-price&min=100.5&max=1000&q=quovex'),
  )
  const sent = { name: 'quovex', genreId: 1, sort: '-price', minPrice: 100.5, maxPrice: 1000 }
  await waitFor(() => expect(lastQuery()).toMatchObject(sent))
  expect(await button('Beads')).toHaveAttribute('aria-pressed', 'true')
})

test('sends state, stock, delivery and rating and writes them into the address', async () => {
  const user = await openApp('/marketplace')
  await names()
  await user.selectOptions(await screen.findByLabelText('State'), 'Lagos')
  await user.selectOptions(screen.getByLabelText('Delivery'), 'Pick-up')
  await user.click(await button('Rated 4+'))
  await user.click(await button('In stock'))
  await waitFor(() =>
    expect(currentUrl()).toBe('/marketplace?state=NG-LA&method=PICKUP&inStock=true&wellRated=true'),
  )
  const sent = { state: 'NG-LA', inStock: true, method: 'PICKUP', minRating: 4 }
  await waitFor(() => expect(lastQuery()).toMatchObject(sent))
  expect(await button('In stock')).toHaveAttribute('aria-pressed', 'true')
  await user.click(await button('Clear All Filters'))
  await waitFor(() => expect(currentUrl()).toBe('/marketplace'))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Recently Listed' })).toHaveFocus())
})

test('closes the form for a new item with Back and restores the focus', async () => {
  const user = await openApp('/marketplace')
  const publish = await button('Publish ads')
  await user.click(publish)
  await dialog('Publish ads')
  await waitFor(() => expect(window.history.state?.layers).toHaveLength(1))
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(publish).toHaveFocus()
  expect(currentUrl()).toBe('/marketplace')
})

test('saves a search, opens it again and removes it', async () => {
  const saved = {
    id: 4,
    name: 'adire',
    genreId: 1,
    minPrice: null,
    maxPrice: 500,
    state: 'NG-LA',
    inStock: true,
    method: null,
    createdDate: '2026-01-01T12:00:00.000Z',
  }
  answer(saveSearch, () => saved)
  answer(listSavedSearches, () => [saved])
  const user = await openApp('/marketplace?favorites=true')
  await names()
  expect(screen.queryByRole('button', { name: 'Save this search' })).toBeNull()
  await user.click(await button('In stock'))
  await user.click(await button('Save this search'))
  await notice('Search saved. We will notify you when something new matches.')
  expect(callsOf(saveSearch).map(({ body }) => body)).toEqual([{ inStock: true }])
  await user.click(await button('Saved searches'))
  const list = await dialog('Saved searches')
  const label = '“adire” · Beads · Lagos · to ₦500.00 · in stock'
  const open = await list.findByRole('link', { name: label })
  expect(open).toHaveAttribute('href', '/marketplace?category=1&max=500&state=NG-LA&q=adire&inStock=true')
  answer(deleteSavedSearch, () => null)
  answer(listSavedSearches, () => [])
  await user.click(list.getByRole('button', { name: `Remove ${label}` }))
  expect(await list.findByText(/^No saved searches yet/)).toBeVisible()
  expect(callsOf(deleteSavedSearch)).toMatchObject([{ params: { id: 4 } }])
})

test('applies the filters of the sheet together on a phone', async () => {
  showOnPhone()
  answer(listItems, () => pageWith([itemWith()]))
  const user = await openApp('/marketplace')
  const opener = await button('Filter and sort')
  expect(screen.queryByLabelText(/^Highest price/)).toBeNull()
  await user.click(opener)
  const sheet = await dialog('Filter and sort')
  await user.click(sheet.getByRole('button', { name: 'In stock' }))
  await user.selectOptions(sheet.getByLabelText('Sort'), 'Price low to high')
  expect(currentUrl()).toBe('/marketplace')
  await user.type(sheet.getByLabelText(/^Highest price/), '200')
  await user.click(sheet.getByRole('button', { name: 'Show the items' }))
  await waitFor(() => expect(currentUrl()).toBe('/marketplace?sort=price&max=200&inStock=true'))
  await noDialog()
  expect(await button('Filter and sort (3)')).toHaveFocus()
  await user.click(await button('Filter and sort (3)'))
  await user.click((await dialog('Filter and sort')).getByRole('button', { name: 'Clear All Filters' }))
  await waitFor(() => expect(currentUrl()).toBe('/marketplace'))
})

test('a card names the state where its item is', async () => {
  const delivery = { ...itemWith().delivery, stateCode: 'NG-LA' }
  answer(listItems, () => pageWith([itemWith({ delivery })]))
  await openApp('/marketplace')
  const [card] = within(await screen.findByRole('list', { name: 'Items' })).getAllByRole('listitem')
  await waitFor(() => expect(card).toHaveTextContent('in Lagos'))
})

test('does not send an invalid price or a reversed range', async () => {
  const user = await openApp('/marketplace')
  await names()
  const [lowest, highest] = [screen.getByLabelText(/^Lowest price/), screen.getByLabelText(/^Highest price/)]
  await user.type(lowest, 'nothing')
  await user.click(await button('Apply'))
  expect(screen.getByRole('alert')).toHaveTextContent('Write an amount in Naira, such as 12,500.50.')
  await user.clear(lowest)
  await user.type(lowest, '300')
  await user.type(highest, '200{Enter}')
  expect(screen.getByRole('alert')).toHaveTextContent('The lowest price is above the highest.')
  expect(callsOf(listItems)).toHaveLength(1)
})

test.each([
  ['?q=quovex', 'No items match.'],
  ['?min=0.10&max=0.05', 'The lowest price is above the highest.'],
  ['?category=987654', 'There is no such category.'],
  ['?favorites=true', 'No favourites yet. Press the heart of an item to keep it here.'],
])('says why a list is empty at %s', async (search, text) => {
  // Page and size are always sent; every other parameter is a filter.
  answer(listItems, ({ query }) => pageWith(Object.keys(query).length > 2 ? [] : [itemWith()]))
  const user = await openApp(`/marketplace${search}`)
  expect(await screen.findByText(text)).toBeVisible()
  await user.click(await button('Show all items'))
  expect(await names()).toEqual(['Drum'])
  expect(currentUrl()).toBe('/marketplace')
  expect(screen.getByRole('searchbox', { name: 'Search items' })).toHaveValue('')
  expect(screen.getByLabelText(/^Lowest price/)).toHaveValue('')
})

test('shows prices in Naira with two decimals', async () => {
  answer(listItems, () => pageWith([itemWith({ price: 0.1 }), itemWith({ id: 8, price: 1_000_000.01 })]))
  await openApp('/marketplace')
  expect(await screen.findByText('₦0.10')).toBeVisible()
  expect(screen.getByText('₦1,000,000.01')).toBeVisible()
})

test('shows a favourite at once and removes it after a rejection', async () => {
  const first = Promise.withResolvers<void>()
  answer(favorItem, async () => {
    await first.promise
    throw new Rejection(429, 'Slower, please')
  })
  const user = await openApp('/marketplace')
  const heart = await button('Favourite: Drum')
  await user.click(heart)
  await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'))
  first.resolve()
  await notice('Slower, please')
  expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('shows a removed favourite until the list is loaded again', async () => {
  answer(listItems, () => pageWith([itemWith({ favorite: true })]))
  answer(favorItem, () => ({ favorite: false }))
  const user = await openApp('/marketplace')
  await user.click(await button('Favourites'))
  await waitFor(() => expect(lastQuery()).toMatchObject({ favorite: true }))
  expect(currentUrl()).toBe('/marketplace?favorites=true')
  const heart = await button('Favourite: Drum')
  await user.click(heart)
  await waitFor(() => expect(callsOf(favorItem)).toHaveLength(1))
  expect(heart).toHaveAttribute('aria-pressed', 'false')
  expect(await names()).toEqual(['Drum'])
})

test('neither opens nor sells a sold-out item', async () => {
  answer(listItems, () => pageWith([itemWith({ stock: 0 })]))
  await openApp('/marketplace')
  const card = within(await screen.findByRole('list', { name: 'Items' })).getByRole('listitem')
  expect(card).toHaveTextContent('₦10.00')
  expect(card).toHaveTextContent('Out Of Stock')
  expect(card.querySelector('a, button, [tabindex]')).toBeNull()
})

test('adds one more with each click of the quick button, up to the stock', async () => {
  const line = { ...sampleLine, stock: 2 }
  answer(addToCart, ({ body }) => ({ ...line, count: body.count }))
  const user = await openApp('/marketplace')
  const add = await button('Add to cart: Drum')
  for (let click = 0; click < 2; click += 1) {
    await user.click(add)
    await waitFor(() => expect(callsOf(addToCart)).toHaveLength(click + 1))
  }
  await notice('Cart updated successfully')
  await user.click(add)
  await notice('There are only 2 left of Drum, and they are in your cart.')
  expect(callsOf(addToCart).map(({ body }) => body.count)).toEqual([1, 2])
  expect(await screen.findByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})

test('shows staff which items are approved and filters by it', async () => {
  answer(listAllItems, () => pageWith([itemWith(), itemWith({ id: 8, name: 'Gong', isApproved: false })]))
  const user = await openApp('/marketplace', admin)
  const [drum, gong] = within(await screen.findByRole('list', { name: 'Items' })).getAllByRole('listitem')
  expect(drum).toHaveTextContent('Approved')
  expect(gong).toHaveTextContent('Unapproved')
  await user.selectOptions(screen.getByLabelText('Approval'), 'Unapproved')
  await waitFor(() => expect(lastOf(callsOf(listAllItems))?.query.approved).toBe(false))
  expect(currentUrl()).toBe('/marketplace?approval=unapproved')
  await user.selectOptions(screen.getByLabelText('Approval'), 'Approved')
  await waitFor(() => expect(lastOf(callsOf(listAllItems))?.query.approved).toBe(true))
})

test('ignores the approval filter in the address of members', async () => {
  answer(listItems, () => pageWith([itemWith({ can: can.seller })]))
  await openApp('/marketplace?approval=unapproved')
  expect(await names()).toEqual(['Drum'])
  expect(screen.queryByText('Approved')).toBeNull()
  expect(screen.queryByLabelText('Approval')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add Category' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add to cart: Drum' })).toBeNull()
})

test('opens a shared item although its list fails', async () => {
  answer(listItems, () => rejected(400, 'No'))
  answer(getSeller, () => rejected(404, 'Not here'))
  const user = await openApp('/marketplace?item=7')
  const dialog = await screen.findByRole('dialog', { name: 'Drum' })
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(currentUrl()).toBe('/marketplace')
})

test('adds a category and shows why one is rejected', async () => {
  const exists = 'A category with this name already exists.'
  answer(createGenre, () => rejected(409, exists, { fields: { name: exists } }))
  const user = await openApp('/marketplace', admin)
  await user.click(await button('Add Category'))
  const form = await dialog('Add Category')
  const [field, add] = [form.getByLabelText('Name'), form.getByRole('button', { name: 'Add Category' })]
  await user.click(add)
  expect(await form.findByText('Please enter a name.')).toBeVisible()
  await user.click(field)
  await user.paste('x'.repeat(61))
  expect(await form.findByText('Maximum 60 characters allowed')).toBeVisible()
  await user.clear(field)
  await user.type(field, 'BEADS{Enter}')
  expect(await form.findByText(exists)).toBeVisible()
  expect(field).toHaveFocus()
  answer(createGenre, ({ body }) => ({ id: 3, ...body }))
  answer(listGenres, () => [...genres, { id: 3, name: 'Calabashes' }])
  await user.clear(field)
  await user.type(field, 'Calabashes{Enter}')
  await notice('The category has been added.')
  expect(await button('Calabashes')).toBeVisible()
})

test('restores the name of a category after closing its dialog', async () => {
  const user = await openApp('/marketplace', admin)
  await user.click(await button('Add Category'))
  await user.type((await dialog('Add Category')).getByLabelText('Name'), 'Calabashes')
  await user.keyboard('{Escape}')
  await noDialog()
  expect(await button('Add Category')).toHaveFocus()
  await user.click(await button('Add Category'))
  expect((await dialog('Add Category')).getByLabelText('Name')).toHaveValue('Calabashes')
})

test('shows an empty and a failed list of page changes', async () => {
  answer(listAllItems, () => pageWith([]))
  answer(listProposals, () => rejected(403, 'Not for now'))
  const user = await openApp('/admin-submissions', admin)
  expect(await screen.findByText('Not for now')).toBeVisible()
  answer(listProposals, () => pageWith([]))
  await user.click(await button('Retry'))
  expect(await screen.findByText('No page changes are waiting.')).toBeVisible()
  const groups = screen.getByRole('link', { name: 'See all groups' })
  expect(groups).toHaveAttribute('href', '/group-list?tab=all')
})

test('opens the submissions on items if no page change waits', async () => {
  answer(listProposals, () => pageWith([]))
  answer(listAllItems, ({ query }) => pageWith(query.disapproved ? [] : [waiting]))
  const user = await openApp('/admin-submissions', admin)
  expect(await button('Approve Drum')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Waiting 0 page changes' }))
  expect(await screen.findByText('No page changes are waiting.')).toBeVisible()
})

test('shows an empty and a failed list of submitted items', async () => {
  answer(listAllItems, () => rejected(403, 'Not for now'))
  const user = await openApp('/admin-submissions?tab=items', admin)
  await screen.findByRole('heading', { name: 'Users Submissions' })
  const main = within(screen.getByRole('main'))
  expect(await main.findByText('Failed to fetch items. Please try again.')).toBeVisible()
  answer(listAllItems, () => pageWith([]))
  await user.click(main.getByRole('button', { name: 'Retry' }))
  expect(await main.findByText('No items are waiting.')).toBeVisible()
  expect(main.getByRole('link', { name: 'See the marketplace' })).toBeVisible()
})

test('removes a submitted item that its seller has deleted', async () => {
  answer(listAllItems, () => pageWith([waiting]))
  const user = await openApp('/admin-submissions?tab=items', admin)
  const approve = await button('Approve Drum')
  answer(approveItem, () => rejected(404, 'Not found', { code: 'NOT_FOUND' }))
  answer(listAllItems, () => pageWith([]))
  await user.click(approve)
  expect(await screen.findByText('No items are waiting.')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Items waiting for approval' })).toHaveFocus()
})

test('shows why items were disapproved, and can only approve them', async () => {
  answer(listAllItems, ({ query }) =>
    pageWith(query.disapproved ? [{ ...waiting, price: 1500.5, disapprovalReason: 'A cap' }] : [waiting]),
  )
  await openApp('/admin-submissions?tab=items&state=disapproved', admin)
  const card = await screen.findByRole('article', { name: 'Drum' })
  for (const text of ['A cap', '₦1,500.50', 'Made by hand', '@sade']) expect(card).toHaveTextContent(text)
  expect(within(card).getByRole('button', { name: 'Approve Drum' })).toBeVisible()
  expect(within(card).queryByRole('button', { name: 'Disapprove Drum' })).toBeNull()
})
