import { listStates } from '@rootsquare/contract/addresses'
import { getProfile } from '@rootsquare/contract/profiles'
import { getCart } from '@rootsquare/contract/trade/cart'
import { getItem, listGenres, listItems } from '@rootsquare/contract/trade/market'
import { listSellerReviews, type Review } from '@rootsquare/contract/trade/reviews'
import { getSeller } from '@rootsquare/contract/trade/sellers'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { can, genres, itemWith } from '#web/test/items.ts'
import { openApp } from '#web/test/open-app.tsx'
import { profileOf } from '#web/test/profile.ts'
import { button, currentUrl, dialog, noDialog, pageWith, rejected } from '#web/test/trade-screen.ts'

const inLagos = { ...itemWith().delivery, methods: ['PICKUP' as const], stateCode: 'NG-LA' }

beforeEach(() => {
  answer(listGenres, () => genres)
  answer(getCart, () => [])
  answer(listStates, () => [{ code: 'NG-LA', name: 'Lagos' }])
  answer(listItems, () => pageWith([itemWith(), itemWith({ id: 8, name: 'Flute', delivery: inLagos })], 30))
  answer(getItem, () => itemWith())
  answer(getProfile, () => profileOf({ id: 2, username: 'sade', firstname: 'Sade', lastname: 'Ojo' }))
  answer(getSeller, () => ({
    memberSince: '2025-03-01T10:00:00.000Z',
    finishedSales: 4,
    sharedGroups: [{ id: 3, name: 'Egba' }],
    buyersYouFollow: null,
    rating: { average: null, count: 0 },
  }))
  answer(listSellerReviews, () => reviewsWith([], null))
})

const reviewsWith = (content: Review[], nextCursor: string | null) => ({
  content,
  nextCursor,
  rating: { average: 4, count: content.length, spread: [0, 0, 0, content.length, 0] },
})

function reviewWith(id: number, text: string): Review {
  const author = {
    id: 3,
    username: 'bello',
    firstname: 'Bello',
    lastname: 'Musa',
    profileImage: null,
    isFollowedByUser: false,
  }
  const none = { update: false, delete: false, reply: false, vote: false, report: false }
  const dates = { createdDate: '2026-01-05T10:00:00.000Z', editedDate: null }
  const about = { itemId: 7, itemName: 'Drum', orderLineId: id, rating: 4, images: [] }
  return { id, text, author, ...about, ...dates, helpful: 0, isHelpful: false, reply: null, can: none }
}

test('a shop has the reviews of all its items, page by page', async () => {
  answer(listSellerReviews, ({ query }) =>
    query.cursor === undefined
      ? reviewsWith([reviewWith(1, 'Loud and clear')], '0.1')
      : reviewsWith([reviewWith(2, 'Well packed')], null),
  )
  const user = await openApp('/shop/2')
  expect(await screen.findByText('Loud and clear')).toBeVisible()
  const reviews = within(screen.getByRole('region', { name: 'Reviews' }))
  expect(reviews.getByRole('link', { name: 'Drum' })).toHaveAttribute('href', '/marketplace?item=7')
  await user.click(reviews.getByRole('button', { name: /more/ }))
  expect(await reviews.findByText('Well packed')).toBeVisible()
  expect(callsOf(listSellerReviews)[0]?.params).toEqual({ id: 2 })
})

test('a shop shows its seller, how it hands over, and its items', async () => {
  await openApp('/shop/2')
  expect(await screen.findByRole('heading', { level: 1, name: 'Sade Ojo' })).toBeVisible()
  for (const text of ['Member since March 2025', '4 finished sales', 'Pick-up in Lagos', 'Delivery included'])
    expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Egba' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Message Seller' })).toHaveAttribute('href', '/messages/2')
  const items = within(await screen.findByRole('list', { name: 'Items' }))
  expect(items.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Drum', 'Flute'])
  expect(callsOf(listItems).at(-1)?.query).toEqual({ userId: 2, page: 0, size: 20 })
})

test('an item opens over the shop, and pages turn in it', async () => {
  const user = await openApp('/shop/2')
  await user.click(await screen.findByRole('link', { name: /Drum/ }))
  const item = await dialog('Drum')
  expect(currentUrl()).toBe('/shop/2?item=7')
  expect(item.getByRole('link', { name: 'See all from this seller' })).toHaveAttribute('href', '/shop/2')
  await user.keyboard('{Escape}')
  await noDialog()
  await waitFor(() => expect(currentUrl()).toBe('/shop/2'))
  await user.click(screen.getByRole('link', { name: 'Page 2' }))
  await waitFor(() => expect(callsOf(listItems).at(-1)?.query).toMatchObject({ userId: 2, page: 1 }))
  expect(currentUrl()).toBe('/shop/2?page=2')
})

test('an empty shop, one that fails and one that is not there say so', async () => {
  answer(listItems, () => rejected(400, 'No'))
  const user = await openApp('/shop/2')
  const retry = await button('Retry')
  answer(listItems, () => pageWith([]))
  await user.click(retry)
  expect(await screen.findByText('Sade sells nothing at present.')).toBeVisible()
  answer(getProfile, () => rejected(404, 'None'))
  await openApp('/shop/3')
  expect(await screen.findByRole('heading', { name: 'Shop not found' })).toBeVisible()
})

test('the seller sees what waits for approval', async () => {
  const waiting = itemWith({ userId: 1, isApproved: false, can: can.seller })
  answer(listItems, () => pageWith([waiting]))
  answer(getProfile, () => profileOf({ id: 1 }))
  await openApp('/shop/1')
  expect(await screen.findByText('Unapproved')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Message Seller' })).toBeNull()
})
