import { describe, expect, test } from 'vitest'
import { getItem, listItems } from '@rootsquare/contract/trade/market'
import { listOrders } from '@rootsquare/contract/trade/orders'
import { getSeller } from '@rootsquare/contract/trade/sellers'
import * as api from '@rootsquare/contract/trade/reviews'
import { buildItem } from '#api/test/builders/market.ts'
import { buildBlock, buildMedia, buildMember, systemMessagesTo } from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { ban, reportThing } from '#api/test/builders/moderation.ts'
import { notificationsOf } from '#api/test/builders/notifications.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { askReports, report } from '#api/test/builders/reports.ts'
import { buildPurchase, buildReview } from '#api/test/builders/reviews.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { recountReviews } from './recount.ts'

const app = await sharedApp()
const [seller, buyer, reader] = [await buildMember(app), await buildMember(app), await buildMember(app)]
const admin = await buildMember(app, { role: 'ADMIN' })

type Purchase = { itemId: number; orderLineId: number }

const good = { rating: 4, text: 'Strong dye, came in two days' }
const write = ({ itemId, orderLineId }: Purchase, body: object = {}, { token } = buyer) =>
  app.call('POST', `/items/${itemId}/reviews`, { token, body: { orderLineId, ...good, ...body } })
const change = (id: number, body: object, { token } = buyer) =>
  app.call('PUT', `/reviews/${id}`, { token, body })
const reply = (id: number, text: string, { token } = seller) =>
  app.call('POST', `/reviews/${id}/reply`, { token, body: { text } })
const vote = (id: number, helpful: unknown, { token } = reader) =>
  app.call('POST', `/reviews/${id}/helpful`, { token, body: { helpful } })
const remove = (id: number, { token }: Member, query: Query = {}) =>
  app.call('DELETE', `/reviews/${id}`, { token, query })

type Query = Record<string, string | number>
const reviewsOf = async (itemId: number, { token } = reader, query: Query = {}) =>
  dataOf(api.listItemReviews, await app.call('GET', `/items/${itemId}/reviews`, { token, query }))
const received = async ({ id }: Member, { token } = reader) =>
  dataOf(api.listSellerReviews, await app.call('GET', `/user/${id}/reviews`, { token }))
const idsOf = ({ content }: api.ReviewPage) => content.map(({ id }) => id)
const ratingOf = async (itemId: number) =>
  dataOf(getItem, await app.call('GET', `/items/${itemId}`, { token: reader.token })).rating
const sellerRating = async ({ id }: Member) =>
  dataOf(getSeller, await app.call('GET', `/user/${id}/seller`, { token: reader.token })).rating

describe('the buyer of a completed line', () => {
  test('writes a review that item, seller and lists show', async () => {
    const own = await buildMember(app)
    const purchase = await buildPurchase(app, buyer, own)
    const { url } = await buildMedia(app, buyer)
    const review = dataOf(api.createReview, await write(purchase, { images: [url] }))
    expect(review).toEqual({
      id: expect.any(Number),
      itemId: purchase.itemId,
      itemName: 'Adire wrapper',
      orderLineId: purchase.orderLineId,
      ...good,
      images: [url],
      author: expect.objectContaining({ id: buyer.id, username: buyer.username, isFollowedByUser: false }),
      createdDate: expect.any(String),
      editedDate: null,
      helpful: 0,
      isHelpful: false,
      reply: null,
      can: { update: true, delete: true, reply: false, vote: false, report: false },
    })
    const rating = { average: 4, count: 1 }
    const page = { nextCursor: null, rating: { ...rating, spread: [0, 0, 0, 1, 0] } }
    const shown = { ...review, can: { update: false, delete: false, reply: false, vote: true, report: true } }
    expect(await reviewsOf(purchase.itemId)).toEqual({ content: [shown], ...page })
    expect(await received(own)).toEqual({ content: [shown], ...page })
    expect(await ratingOf(purchase.itemId)).toEqual(rating)
    expect(await sellerRating(own)).toEqual(rating)
  })

  test('writes only one review, also in several requests at once', async () => {
    const purchase = await buildPurchase(app, buyer, seller)
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(purchase)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expectFailure(await write(purchase), 409, 'ALREADY_REVIEWED')
    const [id] = idsOf(await reviewsOf(purchase.itemId))
    expectOk(await remove(id ?? 0, buyer))
    expectFailure(await write(purchase), 409, 'ALREADY_REVIEWED')
    expect(await ratingOf(purchase.itemId)).toEqual({ average: null, count: 0 })
  })

  test('sees in the order whether there is something to review', async () => {
    const own = await buildMember(app)
    const purchase = await buildPurchase(app, own, seller)
    const mayReview = async () => {
      const answer = await app.call('GET', '/cart/orders', { token: own.token })
      return dataOf(listOrders, answer).content[0]?.orderItemList[0]?.can.review
    }
    expect(await mayReview()).toBe(true)
    expectOk(await write(purchase, {}, own))
    expect(await mayReview()).toBe(false)
  })

  test('may write across a block, without a notification of the seller', async () => {
    const [own, blocking] = [await buildMember(app), await buildMember(app)]
    const purchase = await buildPurchase(app, own, blocking)
    await buildBlock(app, blocking, own)
    expectOk(await write(purchase, { rating: 1 }, own))
    expect(idsOf(await reviewsOf(purchase.itemId, own))).toHaveLength(1)
    expect(idsOf(await reviewsOf(purchase.itemId, blocking))).toEqual([])
    expect(await notificationsOf(app, blocking)).toEqual([])
  })
})

describe('rejects a review', () => {
  test('of a line that is not completed, or of another member or item', async () => {
    const item = await buildItem(app, seller, { stock: 9 })
    for (const status of ['PENDING', 'PROCESSING', 'SHIPPED', 'CANCELED'] as const) {
      const { lineIds } = await buildOrder(app, buyer, [{ item }], { status })
      const purchase = { itemId: item.id, orderLineId: lineIds[0] ?? 0 }
      expectFailure(await write(purchase), 409, 'NOT_COMPLETED')
    }
    const purchase = await buildPurchase(app, buyer, seller)
    expectFailure(await write(purchase, {}, reader), 404)
    expectFailure(await write(purchase, {}, seller), 404)
    expectFailure(await write({ ...purchase, orderLineId: 987_654_321 }), 404)
    expectFailure(await write({ ...purchase, itemId: item.id }), 404)
  })

  test.each([
    ['an invisible text', { text: ' \u200b ' }, 'text'],
    ['2,001 letters', { text: '🥁'.repeat(2001) }, 'text'],
    ['five pictures', { images: ['a', 'b', 'c', 'd', 'e'] }, 'images'],
    ['a picture twice', { images: ['a', 'a'] }, 'images'],
    ['a picture from elsewhere', { images: ['https://example.com/a.png'] }, 'images'],
  ])('with %s', async (_, body, field) => {
    const purchase = await buildPurchase(app, buyer, seller)
    expect(Object.keys(expectFailure(await write(purchase, body), 400).fields ?? {})).toEqual([field])
    expectOk(await write(purchase, { text: '🥁'.repeat(2000) }))
  })

  test('with a picture of another member', async () => {
    const { url } = await buildMedia(app, reader)
    const answer = await write(await buildPurchase(app, buyer, seller), { images: [url] })
    expect(expectFailure(answer, 400).fields).toEqual({ images: 'Please upload this picture first.' })
  })
})

describe('the author changes a review', () => {
  test('may change it within 30 days, which updates the rating', async () => {
    const { url } = await buildMedia(app, buyer)
    const purchase = await buildPurchase(app, buyer, seller)
    const { id } = dataOf(api.createReview, await write(purchase, { images: [url] }))
    const changed = dataOf(api.updateReview, await change(id, { rating: 2 }))
    expect(changed).toMatchObject({
      rating: 2,
      text: good.text,
      images: [url],
      editedDate: expect.any(String),
    })
    expect(await ratingOf(purchase.itemId)).toEqual({ average: 2, count: 1 })
    expect(dataOf(api.updateReview, await change(id, { images: null })).images).toEqual([])
  })

  test('may not change it after 30 days', async () => {
    const old = new Date(app.clock.now().getTime() - 30 * 86_400_000 - 1000)
    const { id, itemId } = await buildReview(app, buyer, seller, { created_at: old })
    expectFailure(await change(id, { rating: 2 }), 409, 'TOO_LATE')
    expect((await reviewsOf(itemId, buyer)).content[0]?.can).toMatchObject({ update: false, delete: true })
  })
})

describe('the seller replies', () => {
  test('may reply once, and each side is notified of the other', async () => {
    const [author, shop] = [await buildMember(app), await buildMember(app)]
    const { itemId, orderLineId } = await buildPurchase(app, author, shop)
    const { id } = dataOf(api.createReview, await write({ itemId, orderLineId }, {}, author))
    const target = expect.objectContaining({ type: 'item', id: itemId })
    const actors = [expect.objectContaining({ id: author.id })]
    const text = '“Adire wrapper” has a new review: 4 of 5 stars'
    expect(await notificationsOf(app, shop)).toMatchObject([{ kind: 'REVIEW', actors, target, text }])
    const answers = await Promise.all([reply(id, ' Thank you! ', shop), reply(id, 'Come again', shop)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expectFailure(await reply(id, 'Once more', shop), 409, 'ALREADY_REPLIED')
    const [review] = (await reviewsOf(itemId, shop)).content
    expect(review).toMatchObject({ reply: { createdDate: expect.any(String) }, can: { reply: false } })
    expect(await notificationsOf(app, author, { kinds: 'REVIEW' })).toMatchObject([
      { target, text: 'The seller has replied to your review of “Adire wrapper”' },
    ])
    expectOk(await remove(id, author))
    expect(await notificationsOf(app, shop)).toEqual([])
  })

  test('may not reply with 2,001 letters', async () => {
    const { id } = await buildReview(app, buyer, seller)
    expectFailure(await reply(id, 'x'.repeat(2001)), 400)
  })
})

describe('lists', () => {
  test('are sorted by helpful votes or by time, page by page', async () => {
    const item = await buildItem(app, seller, { stock: 9 })
    const reviews = []
    for (const rating of [5, 4, 4, 1]) reviews.push(await buildReview(app, buyer, seller, { item, rating }))
    const [first = 0, second = 0, third = 0, fourth = 0] = reviews.map(({ id }) => id)
    expect(dataOf(api.voteHelpful, await vote(second, true))).toEqual({ helpful: true, count: 1 })
    expectOk(await vote(second, true, seller))
    expectOk(await vote(first, true))
    const byHelpful = [second, first, fourth, third]
    for (const [sort, expected] of [
      ['helpful', byHelpful],
      ['newest', [fourth, third, second, first]],
    ] as const) {
      const page = await reviewsOf(item.id, reader, { sort, size: 2 })
      const rest = await reviewsOf(item.id, reader, { sort, size: 2, cursor: page.nextCursor ?? '' })
      expect([...idsOf(page), ...idsOf(rest)]).toEqual(expected)
      expect(rest.nextCursor).toBeNull()
    }
    const page = await reviewsOf(item.id)
    expect(idsOf(page)).toEqual(byHelpful)
    expect(page.rating).toEqual({ average: 3.5, count: 4, spread: [1, 0, 0, 2, 1] })
    expect(page.content[0]).toMatchObject({ helpful: 2, isHelpful: true })
    expect(dataOf(api.voteHelpful, await vote(second, false))).toEqual({ helpful: false, count: 1 })
  })

  test('reject a wrong cursor', async () => {
    const { id } = await buildItem(app, seller)
    const tooLarge = { cursor: '9999999999.1' }
    for (const query of [{ cursor: 'x' }, tooLarge])
      expectFailure(await app.call('GET', `/items/${id}/reviews`, { token: reader.token, query }), 400)
    expectFailure(await app.call('GET', '/items/987654321/reviews', { token: reader.token }), 404)
  })

  test('of items can be filtered by rating', async () => {
    const own = await buildMember(app)
    const [fine, poor] = [await buildItem(app, own), await buildItem(app, own)]
    await buildItem(app, own)
    await buildReview(app, buyer, own, { item: fine, rating: 4 })
    await buildReview(app, buyer, own, { item: poor, rating: 2 })
    const found = async (query: Query) => {
      const answer = await app.call('GET', '/items', { token: reader.token, query })
      const page = dataOf(listItems, answer)
      return { ids: page.content.map(({ id }) => id), total: page.totalElements }
    }
    expect(await found({ userId: own.id, minRating: 4 })).toEqual({ ids: [fine.id], total: 1 })
    expect(await found({ userId: own.id, minRating: 1 })).toEqual({ ids: [poor.id, fine.id], total: 2 })
    const everywhere = await found({ minRating: 3, name: 'Adire', size: 100 })
    expect(everywhere.ids).toContain(fine.id)
    expect(everywhere.ids).not.toContain(poor.id)
  })

  test('leave out authors across a block, except for staff', async () => {
    const author = await buildMember(app)
    const { id, itemId } = await buildReview(app, author, seller)
    await buildBlock(app, author, reader)
    expect(idsOf(await reviewsOf(itemId))).toEqual([])
    expectFailure(await vote(id, true), 404)
    expect(idsOf(await reviewsOf(itemId, admin))).toEqual([id])
    expect((await report(app, reader, { reviewId: id })).targetType).toBe('review')
  })
})

describe('staff', () => {
  test('see a reported review as it was and delete it', async () => {
    const { url } = await buildMedia(app, buyer)
    const purchase = await buildPurchase(app, buyer, seller)
    const { id } = dataOf(api.createReview, await write(purchase, { images: [url] }))
    const { id: reportId } = await report(app, seller, { reviewId: id })
    expectFailure(await reportThing(app, buyer, { reviewId: id }), 400)
    expectFailure(await remove(id, seller), 403)
    expectOk(await remove(id, admin))
    expectFailure(await remove(id, admin), 404)
    expect((await askReports(app, admin, { reportId })).body.data).toMatchObject({
      content: [
        {
          targetType: 'review',
          targetId: id,
          snapshot: { ...good, name: 'Adire wrapper', itemId: purchase.itemId, media: [{ url, alt: null }] },
        },
      ],
    })
    const logged = app.deps.db.selectFrom('audit_log').select(['actor_id', 'member_id'])
    expect(await logged.where('action', '=', 'DELETE_REVIEW').where('target_id', '=', id).execute()).toEqual([
      { actor_id: admin.id, member_id: buyer.id },
    ])
    expect(await notificationsOf(app, buyer, { kinds: 'MODERATION' })).toMatchObject([
      { text: 'A moderator has removed your review of “Adire wrapper”' },
    ])
  })

  test('send the author the reason of a deletion', async () => {
    const author = await buildMember(app)
    const { id } = await buildReview(app, author, seller)
    expectOk(await remove(id, admin, { reason: 'An advertisement' }))
    const text = 'A moderator has removed your review of “Adire wrapper”. The reason: An advertisement'
    expect(await systemMessagesTo(app, author)).toContain(text)
    expect(await notificationsOf(app, author, { kinds: 'MODERATION' })).toMatchObject([{ text }])
  })

  test('hide the reviews and votes of a member by a ban', async () => {
    const author = await buildMember(app)
    const { id, itemId } = await buildReview(app, author, seller)
    const other = await buildReview(app, buyer, seller, { item: { id: itemId }, rating: 1 })
    expectOk(await vote(other.id, true, author))
    expectOk(await ban(app, admin, author))
    const page = await reviewsOf(itemId)
    expect(page.content).toMatchObject([{ id: other.id, helpful: 0 }])
    expect(page.rating).toMatchObject({ average: 1, count: 1 })
    expectFailure(await vote(id, true), 404)
    await app.deps.db.updateTable('members').set({ banned_at: null }).where('id', '=', author.id).execute()
    expect((await reviewsOf(itemId)).rating).toMatchObject({ average: 2.5, count: 2 })
    await app.deps.db.deleteFrom('members').where('id', '=', author.id).execute()
    expect(await ratingOf(itemId)).toEqual({ average: 1, count: 1 })
    expect(await recountReviews(app.deps.db)).toEqual([])
  })
})

test('ratings equal a recount after 50 reviews, changes and bans at once', async () => {
  const [item, shop] = [await buildItem(app, seller, { stock: 50 }), await buildMember(app)]
  const buyers = await Promise.all(Array.from({ length: 10 }, () => buildMember(app)))
  const purchases = await Promise.all(
    Array.from({ length: 50 }, (_, nth) => {
      const by = buyers[nth % 10] ?? buyer
      return nth % 2 ? buildPurchase(app, by, seller, item) : buildPurchase(app, by, shop)
    }),
  )
  const answers = await Promise.all([
    ...purchases.map(async (purchase, nth) => {
      const by = buyers[nth % 10] ?? buyer
      const answer = await write(purchase, { rating: (nth % 5) + 1 }, by)
      if (answer.status !== 200) return answer
      const { id } = dataOf(api.createReview, answer)
      if (nth % 3 === 0) return change(id, { rating: 5 }, by)
      return nth % 7 === 0 ? remove(id, by) : vote(id, true, seller)
    }),
    ...buyers.slice(0, 2).map((banned) => ban(app, admin, banned)),
  ])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(await recountReviews(app.deps.db)).toEqual([])
  await app.deps.db.deleteFrom('members').where('id', '=', shop.id).execute()
  expect(await recountReviews(app.deps.db)).toEqual([])
})
