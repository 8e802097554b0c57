import { describe, expect, test } from 'vitest'
import { addComment } from '@rootsquare/contract/comments'
import { proposeSection } from '@rootsquare/contract/sections'
import { transact } from '#api/db/db.ts'
import { notify } from '#api/domain/notify.ts'
import { buildItem, remove } from '#api/test/builders/market.ts'
import {
  buildBlock,
  buildMember,
  buildModerator,
  buildPost,
  buildToken,
  groupIdOf,
  systemMessagesTo,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { ban } from '#api/test/builders/moderation.ts'
import { like, notificationsOf, readNotifications, unreadOf } from '#api/test/builders/notifications.ts'
import { buildOffer } from '#api/test/builders/offers.ts'
import { report, resolve } from '#api/test/builders/reports.ts'
import { buildPurchase } from '#api/test/builders/reviews.ts'
import { dataOf, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { readRows } from '#api/test/rows.ts'
import { trimNotificationsNightly } from './trim-notifications.ts'

const app = await sharedApp()
const { db } = app.deps

/** Lists the notifications of a member, newest first. */
const shownTo = async (member: Member) =>
  (await notificationsOf(app, member)).map(({ kind, text, target, actorCount }) => ({
    kind,
    text,
    target: target && [target.type, target.id],
    actorCount,
  }))

const removed = (what: string) => ({
  kind: 'MODERATION',
  text: `A moderator has removed your ${what}`,
  target: null,
  actorCount: 0,
})

test('notifies of content that staff removes, not its author', async () => {
  const [author, admin] = [await buildMember(app), await buildMember(app, { role: 'ADMIN' })]
  const remaining = await buildPost(app, await buildMember(app))
  for (const by of [author, admin]) {
    const post = await buildPost(app, author)
    expectOk(await app.call('DELETE', `/post/delete/${post.id}`, { token: by.token }))
    const commented = await app.call('POST', `/post/comments/${remaining.id}/create`, {
      token: author.token,
      body: { comments: 'Well said' },
    })
    const { id } = dataOf(addComment, commented)
    expectOk(await app.call('DELETE', `/post/comments/delete/${id}`, { token: by.token }))
    expectOk(await remove(app, by, (await buildItem(app, author, { name: 'Drum' })).id))
  }
  expect(await shownTo(author)).toEqual([removed('item “Drum”'), removed('comment'), removed('post')])
})

test('sends the reason of a removal by message too', async () => {
  const [author, admin] = [await buildMember(app), await buildMember(app, { role: 'ADMIN' })]
  const post = await buildPost(app, author, { caption: 'Cheap gold' })
  const item = await buildItem(app, author, { name: 'Drum' })
  const query = { reason: 'Stolen goods' }
  for (const path of [`/post/delete/${post.id}`, `/items/delete/${item.id}`])
    expectOk(await app.call('DELETE', path, { token: admin.token, query }))
  const texts = ['item “Drum”. The reason: Stolen goods', 'post “Cheap gold”. The reason: Stolen goods']
  expect(await shownTo(author)).toEqual(texts.map(removed))
  const messages = await systemMessagesTo(app, author)
  expect(messages.toSorted()).toEqual(texts.map((text) => `A moderator has removed your ${text}`))
  const log = db.selectFrom('audit_log').select('reason').where('member_id', '=', author.id)
  expect(await log.execute()).toEqual([query, query])
  const again = await buildPost(app, author)
  const tooLong = { reason: 'x'.repeat(201) }
  const answer = await app.call('DELETE', `/post/delete/${again.id}`, { token: admin.token, query: tooLong })
  expect(answer.status).toBe(400)
})

test('notifies of a resolved report and of a new moderator role', async () => {
  const [reporter, admin] = [await buildMember(app), await buildMember(app, { role: 'ADMIN' })]
  const offender = await buildMember(app)
  const post = await buildPost(app, offender)
  const { id } = await report(app, reporter, { postId: post.id })
  expectOk(await resolve(app, admin, id))
  const dealt = { kind: 'MODERATION', text: 'Our moderators have dealt with your report', actorCount: 0 }
  expect(await shownTo(reporter)).toEqual([{ ...dealt, target: ['post', post.id] }])
  await report(app, reporter, { reportedUserId: offender.id })
  expectOk(await ban(app, admin, offender))
  expect(await shownTo(reporter)).toEqual([
    { ...dealt, target: null },
    { ...dealt, target: null },
  ])
  const groupId = await groupIdOf(app, 'yoruba')
  const body = { groupId, userId: reporter.id }
  expectOk(await app.call('POST', '/user/admin/moderator/create', { token: admin.token, body }))
  expect((await shownTo(reporter))[0]).toEqual({
    ...dealt,
    text: 'You are now a moderator of Yoruba',
    target: ['group', groupId],
  })
})

test('shows several decided proposals in one row while unread', async () => {
  const [proposer, moderator] = [await buildMember(app), await buildModerator(app)]
  const groupId = await groupIdOf(app, 'yoruba')
  const decide = async (name: string, state: string) => {
    const section = { name, detail: 'What we eat', description: `Pounded yam ${name}` }
    const proposed = await app.call('POST', `/groups/${groupId}/page/propose`, {
      token: proposer.token,
      body: section,
    })
    const path = `/groups/proposals/${dataOf(proposeSection, proposed).id}`
    expectOk(await app.call('PATCH', path, { token: moderator.token, body: { state } }))
  }
  await decide('Diet', 'DECLINED')
  const row = { kind: 'PROPOSAL', target: ['group', groupId], actorCount: 0 }
  expect(await shownTo(proposer)).toEqual([{ ...row, text: 'Your change of Diet in Yoruba was declined' }])
  await decide('Diet', 'ACCEPTED')
  expect(await shownTo(proposer)).toEqual([{ ...row, text: 'Your change of Diet in Yoruba was accepted' }])
})

test('handles a row with text like others: own acts, settings, blocks, length', async () => {
  const [member, actor] = [await buildMember(app), await buildMember(app)]
  const target = { type: 'user', id: actor.id } as const
  const send = (text: string, actorId: number | null = actor.id) =>
    transact(db, (tx) =>
      notify(app.deps, tx, [{ memberId: member.id, kind: 'REVIEW', target, text, actorId }]),
    )
  await send('about oneself', member.id)
  expect(await shownTo(member)).toEqual([])
  await send('first')
  await like(app, actor, await buildPost(app, member))
  app.clock.move(1000)
  await send('second')
  expect(await shownTo(member)).toMatchObject([{ text: 'second', actorCount: 1 }, { kind: 'LIKE' }])
  await buildBlock(app, actor, member)
  expect(await shownTo(member)).toEqual([{ kind: 'REVIEW', text: 'second', target: null, actorCount: 0 }])
  await readNotifications(app, member)
  await send('ẹ'.repeat(600), null)
  expect((await shownTo(member)).map(({ text }) => text)).toEqual([`${'ẹ'.repeat(499)}…`, 'second'])
  const body = { kinds: { REVIEW: { inApp: false } } }
  expectOk(await app.call('PUT', '/notifications/settings', { token: member.token, body }))
  await send('unwanted')
  expect(await unreadOf(app, member)).toBe(1)
})

test('the nightly job deletes rows after 90 days and those without a cause', async () => {
  const [author, fan, late] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const [old, alive, undone] = [
    await buildPost(app, author),
    await buildPost(app, author),
    await buildPost(app, author),
  ]
  for (const post of [old, alive]) await like(app, fan, post)
  app.clock.move(91 * 86_400_000)
  const [token, lateToken] = [await buildToken(app, fan), await buildToken(app, late)]
  await like(app, { token: lateToken }, alive)
  await like(app, { token }, undone)
  await like(app, { token }, undone, false)
  await trimNotificationsNightly.run(app.deps, {})
  const rows = await readRows(db, 'notifications', { member_id: author.id }, ['target_id'])
  expect(rows).toEqual([{ target_id: alive.id }])
})

describe('what is answered by itself has a row by itself', () => {
  test('such as the offers of two buyers for an item', async () => {
    const [seller, ...buyers] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    const item = await buildItem(app, seller, { name: 'Drum' })
    for (const buyer of buyers) {
      const id = await buildOffer(app, buyer, seller, { item_id: item.id, item_name: 'Drum' })
      const body = { state: 'WITHDRAWN' }
      expectOk(await app.call('PATCH', `/offers/${id}`, { token: buyer.token, body }))
    }
    const text = ({ firstname, lastname }: Member) =>
      `${firstname} ${lastname} has withdrawn the offer of ₦10,000.00 for “Drum”`
    const rows = buyers.map((buyer) => ({
      kind: 'ORDER',
      text: text(buyer),
      target: ['item', item.id],
      actorCount: 1,
    }))
    expect(await shownTo(seller)).toEqual(rows.toReversed())
  })

  test('such as two reviews of an item', async () => {
    const [seller, ...buyers] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    const item = await buildItem(app, seller, { name: 'Drum' })
    for (const [index, buyer] of buyers.entries()) {
      const { itemId, orderLineId } = await buildPurchase(app, buyer, seller, item)
      const body = { orderLineId, rating: index + 1, text: 'Loud' }
      expectOk(await app.call('POST', `/items/${itemId}/reviews`, { token: buyer.token, body }))
    }
    const texts = (await shownTo(seller)).map(({ text }) => text)
    expect(texts).toEqual([2, 1].map((rating) => `“Drum” has a new review: ${rating} of 5 stars`))
  })
})
