import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { recountPosts } from '#api/features/posts/recount.ts'
import { buildMedia, buildMember, buildMembers, systemMessagesTo } from '#api/test/builders/members.ts'
import type { Called } from '#api/test/call.ts'
import { buildGenre, change, decide, favor, itemRow, offer, remove, sell } from '#api/test/builders/market.ts'
import { ban } from '#api/test/builders/moderation.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring, openTransaction, untilWaiting } from '#api/test/waiting.ts'

type One = { id: number }

const app = await sharedApp()
const admins = [
  await buildMember(app, { role: 'ADMIN' }),
  await buildMember(app, { role: 'SUPERADMIN' }),
] as const
const seller = await buildMember(app)
const buyer = await buildMember(app)

/** Starts all calls so that each waits for the locked item before the first continues, in the given order. */
async function atOnce({ id }: One, calls: (() => Promise<Called>)[]): Promise<Called[]> {
  const { commit } = await openTransaction(app, 'select from items where id = $1 for no key update', [id])
  const answers: Promise<Called>[] = []
  for (const call of calls) {
    answers.push(call())
    await untilWaiting(app, answers.length)
  }
  await commit()
  return Promise.all(answers)
}

const statusesOf = (answers: Called[]) => answers.map(({ status }) => status)
const linesOn = async ({ id }: One) => {
  const lines = app.deps.db.selectFrom('audit_log').select('action').where('target_id', '=', id)
  const found = await lines.where('target_type', '=', 'item').orderBy('id').execute()
  return found.map(({ action }) => action)
}
const favoritesOf = ({ id }: One) =>
  app.deps.db.selectFrom('favorites').select('member_id').where('item_id', '=', id).execute()

/** Expects every counter of items to equal the items. */
async function expectTrueCounts() {
  expect(await recountPosts(app.deps.db)).toEqual([])
  const { rows } = await sql`
    with found as (
      select 0 as genre_id, count(*) as n from items where is_approved and not is_hidden
      union all
      select genre_id, count(*) from item_genres join items on items.id = item_id
      where is_approved and not is_hidden group by 1
    )
    select genre_id, found.n, item_counts.n as kept from found full join item_counts using (genre_id)
    where coalesce(found.n, 0) <> coalesce(item_counts.n, 0)`.execute(app.deps.db)
  expect(rows).toEqual([])
}

describe('at the same moment', () => {
  test('sends one message for two approvals at once', async () => {
    const member = await buildMember(app)
    const item = await offer(app, member)
    const calls = admins.map((admin) => () => decide(app, admin, item))
    expect(statusesOf(await atOnce(item, calls))).toEqual([200, 200])
    expect(await systemMessagesTo(app, member)).toHaveLength(1)
    expect(await linesOn(item)).toEqual(['APPROVE_ITEM'])
    await expectTrueCounts()
  })

  test('lets the later of an edit and an approval decide', async () => {
    const edit = (item: One) => () => change(app, seller, item.id, { name: 'Another drum' })
    const approval = (item: One) => () => decide(app, admins[0], item)
    const [first, second] = [await offer(app, seller), await sell(app, seller, admins[0])]
    expect(statusesOf(await atOnce(first, [edit(first), approval(first)]))).toEqual([200, 200])
    expect(await itemRow(app, first)).toMatchObject({ is_approved: true, name: 'Another drum' })
    expect(statusesOf(await atOnce(second, [approval(second), edit(second)]))).toEqual([200, 200])
    expect(await itemRow(app, second)).toMatchObject({ is_approved: false, name: 'Another drum' })
    await expectTrueCounts()
  })

  test('leaves no favourite of a deleted item', async () => {
    const deletion = (item: One) => () => remove(app, seller, item.id)
    const favorite = (item: One) => () => favor(app, buyer, item.id)
    const [first, second] = [await sell(app, seller, admins[0]), await sell(app, seller, admins[0])]
    expect(statusesOf(await atOnce(first, [deletion(first), favorite(first)]))).toEqual([200, 404])
    expect(statusesOf(await atOnce(second, [favorite(second), deletion(second)]))).toEqual([200, 200])
    for (const item of [first, second]) expect(await favoritesOf(item)).toEqual([])
  })

  test('counts an item down once for two deletions', async () => {
    const item = await sell(app, seller, admins[0])
    const answers = await atOnce(item, [
      () => remove(app, seller, item.id),
      () => remove(app, admins[0], item.id),
    ])
    expect(statusesOf(answers)).toEqual([200, 404])
    expect(await linesOn(item)).toEqual(['APPROVE_ITEM'])
    await expectTrueCounts()
  })

  test('rejects an approval or an edit after a deletion', async () => {
    const item = await offer(app, seller)
    const answers = await atOnce(item, [
      () => remove(app, seller, item.id),
      () => decide(app, admins[0], item),
      () => change(app, seller, item.id, { price: 1 }),
    ])
    expect(statusesOf(answers)).toEqual([200, 404, 404])
    expect((await itemRow(app, item)).is_approved).toBe(false)
  })

  test('rejects an edit of the stock while a unit is sold', async () => {
    const item = await sell(app, seller, admins[0], { stock: 5 })
    const sale = 'update items set stock = stock - 1 where id = $1'
    const saving = callDuring(app, sale, [item.id], () =>
      change(app, seller, item.id, { stock: 5, expectedStock: 5 }),
    )
    expect(await saving).toMatchObject({ status: 409, body: { code: 'STOCK_CHANGED' } })
    expect((await itemRow(app, item)).stock).toBe(4)
  })

  test('accepts one of ten edits of the same stock', async () => {
    const item = await sell(app, seller, admins[0], { stock: 5 })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        change(app, seller, item.id, { stock: 10 + at, expectedStock: 5 }),
      ),
    )
    expect(statusesOf(answers).toSorted()).toEqual([200, ...Array(9).fill(409)])
  })

  test('toggles a favourite 21 times one by one', async () => {
    const item = await sell(app, seller, admins[0])
    const answers = await Promise.all(Array.from({ length: 21 }, () => favor(app, buyer, item.id)))
    const turned = answers.map(({ body }) => body.data?.favorite)
    expect(turned.filter((favorite) => String(favorite) === 'true')).toHaveLength(11)
    expect(await favoritesOf(item)).toEqual([{ member_id: buyer.id }])
  })

  test('counts exactly during edits, likes and a ban at once', async () => {
    const genres = [await buildGenre(app), await buildGenre(app), await buildGenre(app)]
    for (let round = 0; round < 3; round += 1) {
      const [one, other] = await buildMembers(app, 2)
      const items = [
        await sell(app, one, admins[0], { genreIds: genres }),
        await offer(app, one, { genreIds: genres.toReversed() }),
        await sell(app, other, admins[1], { genreIds: genres.slice(1) }),
        await offer(app, other, { genreIds: genres.slice(0, 1) }),
      ]
      const { url } = await buildMedia(app, other)
      const calls = items.flatMap((item) => {
        const owner = item.userId === one.id ? one : other
        return [
          () => decide(app, admins[0], item),
          () => decide(app, admins[1], item, { state: false }),
          () => change(app, owner, item.id, { description: `Round ${round}` }),
          () => favor(app, buyer, item.id),
          () => decide(app, admins[1], item),
          () => remove(app, round % 2 ? owner : admins[0], item.id),
        ]
      })
      const more = [
        () => ban(app, admins[1], one),
        () => change(app, other, items[2]?.id ?? 0, { imageUrl: url }),
        () => change(app, other, items[3]?.id ?? 0, { imageUrl: url }),
      ]
      const answers = await Promise.all([...calls, ...more].map((call) => call()))
      for (const { status, body } of answers)
        // The picture is deleted if the item that showed it was deleted before the other item got it.
        if (status !== 200) expect(['NOT_FOUND', 'ACCOUNT_BANNED', 'INVALID']).toContain(body.code)
      await expectTrueCounts()
    }
  })
})
