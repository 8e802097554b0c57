import { describe, expect, test } from 'vitest'
import { approveItem, getItem } from '@rootsquare/contract/trade/market'
import { buildMember, buildMembers, systemMessagesTo } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { change, decide, itemRow, offer, remove, sell } from '#api/test/builders/market.ts'
import { ban, suspend } from '#api/test/builders/moderation.ts'
import { sharedApp } from '#api/test/shared-app.ts'

type Member = Awaited<ReturnType<typeof buildMember>>
type One = { id: number }

const app = await sharedApp()
const admin = await buildMember(app, { role: 'ADMIN' })

const see = ({ id }: One, { token }: Member) => app.call('GET', `/items/${id}`, { token })
const linesOn = ({ id }: One) =>
  app.deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'reason', 'target_type', 'target_id'])
    .where('member_id', '=', id)
    .orderBy('id')
    .execute()

const approved = 'Your item “Talking drum” has been approved. It is in the marketplace now.'
const again = 'Change it, and it will be looked at again.'
const disapproved = (why = '') =>
  `Your item “Talking drum” has been disapproved and is not in the marketplace.${why}\n${again}`
const reason = 'The picture shows another drum.'

describe('an admin', () => {
  test('approves an item, which notifies the seller and is logged', async () => {
    const [seller, buyer] = await buildMembers(app, 2)
    const item = await offer(app, seller)
    expectFailure(await see(item, buyer), 404)
    const answer = await decide(app, admin, item, { state: true, reason: 'ignored' })
    expect(answer.body.message).toBe('The item is approved. Its seller has been told.')
    expect(dataOf(approveItem, answer)).toMatchObject({
      id: item.id,
      isApproved: true,
      disapprovalReason: null,
    })
    expect(dataOf(getItem, await see(item, buyer))).toMatchObject({ can: { buy: true } })
    expect(await systemMessagesTo(app, seller)).toEqual([approved])
    const line = { actor_id: admin.id, target_type: 'item', target_id: item.id }
    expect(await linesOn(seller)).toEqual([{ ...line, action: 'APPROVE_ITEM', reason: null }])
  })

  test('disapproves an item with a reason that the seller reads', async () => {
    const [seller, buyer] = await buildMembers(app, 2)
    const item = await sell(app, seller, admin)
    const answer = await decide(app, admin, item, { state: false, reason: ` ${reason} ` })
    expect(answer.body.message).toBe('The item is disapproved. Its seller has been told.')
    const expected = { isApproved: false, disapprovalReason: reason }
    expect(dataOf(approveItem, answer)).toMatchObject(expected)
    expect(dataOf(getItem, await see(item, seller))).toMatchObject(expected)
    expectFailure(await see(item, buyer), 404)
    expect(await systemMessagesTo(app, seller)).toEqual([approved, disapproved(` The reason: ${reason}`)])
    expect((await linesOn(seller)).at(-1)).toMatchObject({ action: 'DISAPPROVE_ITEM', reason })
  })

  test('disapproves without a reason, or with one that an approval clears', async () => {
    const seller = await buildMember(app)
    const item = await offer(app, seller)
    expect(dataOf(approveItem, await decide(app, admin, item, { state: false }))).toMatchObject({
      disapprovalReason: '',
    })
    expect(dataOf(approveItem, await decide(app, admin, item, { state: false, reason }))).toMatchObject({
      disapprovalReason: reason,
    })
    expect(dataOf(approveItem, await decide(app, admin, item))).toMatchObject({ disapprovalReason: null })
    const why = disapproved(` The reason: ${reason}`)
    expect(await systemMessagesTo(app, seller)).toEqual([disapproved(), why, approved])
    expect((await linesOn(seller)).map((line) => line.reason)).toEqual([null, reason, null])
  })

  test('sends and logs the same decision once', async () => {
    const seller = await buildMember(app)
    const item = await offer(app, seller)
    for (const verdict of [
      { state: false, reason },
      { state: false, reason },
      { state: false },
      { state: true },
      { state: true },
    ])
      expect(await decide(app, admin, item, verdict)).toMatchObject({ status: 200 })
    expect((await linesOn(seller)).map(({ action }) => action)).toEqual(['DISAPPROVE_ITEM', 'APPROVE_ITEM'])
    expect(await systemMessagesTo(app, seller)).toHaveLength(2)
  })

  test('decides on items of banned members without notifying them', async () => {
    const [suspended, banned, buyer] = await buildMembers(app, 3)
    const items = [await sell(app, suspended, admin), await sell(app, banned, admin)] as const
    await suspend(app, admin, suspended)
    await ban(app, admin, banned)
    const messagesBefore = (await systemMessagesTo(app, banned)).length
    for (const item of items)
      for (const state of [false, true]) {
        expect(dataOf(approveItem, await decide(app, admin, item, { state }))).toMatchObject({
          isApproved: state,
        })
        expectFailure(await see(item, buyer), 404)
      }
    expect(await systemMessagesTo(app, suspended)).toEqual(expect.arrayContaining([disapproved()]))
    expect(await systemMessagesTo(app, banned)).toHaveLength(messagesBefore)
    expect((await itemRow(app, items[1])).is_hidden).toBe(true)
  })

  test('cannot decide on their own item', async () => {
    for (const role of ['ADMIN', 'SUPERADMIN'] as const) {
      const own = await buildMember(app, { role })
      const item = await offer(app, own)
      for (const state of [true, false])
        expectFailure(await decide(app, own, item, { state }), 403, 'OWN_ITEM')
      expect(await itemRow(app, item)).toMatchObject({ is_approved: false, disapproval_reason: null })
      expect(await decide(app, admin, item)).toMatchObject({ status: 200 })
    }
  })
})

describe('rejects an approval', () => {
  test('by members, also the seller', async () => {
    const [seller, other] = await buildMembers(app, 2)
    const item = await offer(app, seller)
    for (const by of [seller, other]) expectFailure(await decide(app, by, item), 403)
    expect((await itemRow(app, item)).is_approved).toBe(false)
  })

  test('of an unknown or deleted item', async () => {
    expectFailure(await decide(app, admin, { id: Number.MAX_SAFE_INTEGER }), 404)
    const seller = await buildMember(app)
    const item = await sell(app, seller, admin)
    await remove(app, seller, item.id)
    for (const state of [true, false]) expectFailure(await decide(app, admin, item, { state }), 404)
  })

  test.each<[object, object]>([
    [{ state: true }, { itemId: 'Required.' }],
    [{ itemId: 1, state: 'true' }, { state: 'Must be true or false.' }],
    [{ itemId: 1, state: 1 }, { state: 'Must be true or false.' }],
    [{ itemId: 1, state: false, reason: 'x'.repeat(501) }, { reason: 'Maximum 500 characters allowed' }],
  ])('with %.50j', async (body, fields) => {
    const answer = await app.call('PUT', '/items/item/approval', { token: admin.token, body })
    expect(expectFailure(answer, 400, 'INVALID').fields).toEqual(fields)
  })
})

test('needs another approval after an edit', async () => {
  const seller = await buildMember(app)
  const item = await sell(app, seller, admin)
  await change(app, seller, item.id, { description: 'Another one' })
  expect(dataOf(approveItem, await decide(app, admin, item))).toMatchObject({ isApproved: true })
  expect(await systemMessagesTo(app, seller)).toEqual([approved, approved])
})
