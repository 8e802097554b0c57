import { getProfile } from '@rootsquare/contract/profiles'
import { listItems } from '@rootsquare/contract/trade/market'
import { listSellerReviews } from '@rootsquare/contract/trade/reviews'
import { getSeller } from '@rootsquare/contract/trade/sellers'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { answerMarket, can, itemWith, sampleSeller } from '#web/test/items.ts'
import { openApp } from '#web/test/open-app.tsx'
import { profileWith } from '#web/test/profile.ts'
import { reviewPage, reviewWith } from '#web/test/reviews.ts'
import { button, currentUrl, dialog, noDialog, pageWith, rejected } from '#web/test/trade-screen.ts'
import { lastOf } from '#web/lib/browser/lists.ts'

const inLagos = { ...itemWith().delivery, methods: ['PICKUP' as const], stateCode: 'NG-LA' }

beforeEach(() => {
  answerMarket()
  answer(listItems, () => pageWith([itemWith(), itemWith({ id: 8, name: 'Flute', delivery: inLagos })], 30))
  answer(getProfile, () => profileWith({ id: 2, username: 'sade', firstname: 'Sade', lastname: 'Ojo' }))
  answer(getSeller, () => ({ ...sampleSeller, finishedSales: 4, sharedGroups: [{ id: 3, name: 'Egba' }] }))
  answer(listSellerReviews, () => reviewPage([]))
})

test('shows the reviews of all items of a shop, page by page', async () => {
  answer(listSellerReviews, ({ query }) =>
    query.cursor === undefined
      ? reviewPage([reviewWith({ id: 1, text: 'Loud and clear' })], '0.1')
      : reviewPage([reviewWith({ id: 2, text: 'Well packed' })]),
  )
  const user = await openApp('/shop/2')
  expect(await screen.findByText('Loud and clear')).toBeVisible()
  const reviews = within(screen.getByRole('region', { name: 'Reviews' }))
  expect(reviews.getByRole('link', { name: 'Drum' })).toHaveAttribute('href', '/marketplace?item=7')
  await user.click(reviews.getByRole('button', { name: /more/ }))
  expect(await reviews.findByText('Well packed')).toBeVisible()
  expect(callsOf(listSellerReviews)[0]?.params).toEqual({ id: 2 })
})

test('shows the seller of a shop, its delivery and its items', async () => {
  await openApp('/shop/2')
  expect(await screen.findByRole('heading', { level: 1, name: 'Sade Ojo' })).toBeVisible()
  for (const text of ['Member since April 2025', '4 finished sales', 'Pick-up in Lagos', 'Delivery included'])
    expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Egba' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Message Seller' })).toHaveAttribute('href', '/messages/2')
  const items = within(await screen.findByRole('list', { name: 'Items' }))
  expect(items.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Drum', 'Flute'])
  expect(lastOf(callsOf(listItems))?.query).toEqual({ userId: 2, page: 0, size: 20 })
})

test('opens an item over the shop and changes pages inside it', async () => {
  const user = await openApp('/shop/2')
  await user.click(await screen.findByRole('link', { name: /Drum/ }))
  const item = await dialog('Drum')
  expect(currentUrl()).toBe('/shop/2?item=7')
  expect(item.getByRole('link', { name: 'See all from this seller' })).toHaveAttribute('href', '/shop/2')
  await user.keyboard('{Escape}')
  await noDialog()
  await waitFor(() => expect(currentUrl()).toBe('/shop/2'))
  await user.click(screen.getByRole('link', { name: 'Page 2' }))
  await waitFor(() => expect(lastOf(callsOf(listItems))?.query).toMatchObject({ userId: 2, page: 1 }))
  expect(currentUrl()).toBe('/shop/2?page=2')
})

test('says that a shop is empty, has failed or does not exist', async () => {
  answer(listItems, () => rejected(400, 'No'))
  const user = await openApp('/shop/2')
  const retry = await button('Retry')
  answer(listItems, () => pageWith([]))
  await user.click(retry)
  expect(await screen.findByText('Sade has nothing for sale right now.')).toBeVisible()
  answer(getProfile, () => rejected(404, 'None'))
  await openApp('/shop/3')
  expect(await screen.findByRole('heading', { name: 'Shop not found' })).toBeVisible()
})

test('shows sellers their items that wait for approval', async () => {
  const waiting = itemWith({ userId: 1, isApproved: false, can: can.seller })
  answer(listItems, () => pageWith([waiting]))
  answer(getProfile, () => profileWith({ id: 1 }))
  await openApp('/shop/1')
  expect(await screen.findByText('Unapproved')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Message Seller' })).toBeNull()
})
