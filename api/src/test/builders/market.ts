import type { Insertable } from 'kysely'
import { createItem, type Item } from '@rootsquare/contract/trade/market'
import type { Tables } from '#api/db/schema.ts'
import { buildMedia } from '#api/test/builders/members.ts'
import { dataOf } from '#api/test/answer.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { insertRow } from '#api/test/rows.ts'

type Signed = { token: string }
type One = { id: number }
let number = 0

export async function buildGenre({ deps }: TestApp, name = `Category ${(number += 1)}`): Promise<number> {
  const genre = await deps.db.insertInto('genres').values({ name }).returning('id').executeTakeFirstOrThrow()
  return genre.id
}

/** Inserted into the table, approved by default. */
export function buildItem(
  { deps }: TestApp,
  seller: One,
  overrides: Partial<Insertable<Tables['items']>> = {},
): Promise<{ id: number; name: string }> {
  return deps.db
    .insertInto('items')
    .values({
      seller_id: seller.id,
      name: 'Adire wrapper',
      description: 'Indigo, two yards',
      price_kobo: 1_250_050,
      stock: 3,
      is_approved: true,
      created_at: deps.clock.now(),
      ...overrides,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

export async function buildSavedSearch(
  { deps }: TestApp,
  member: One,
  filters: Partial<Insertable<Tables['saved_searches']>> = { name: 'adire' },
): Promise<number> {
  const row = { member_id: member.id, created_at: deps.clock.now(), ...filters }
  const saved = await insertRow(deps.db, 'saved_searches', row)
  return saved.id
}

/** A valid body for a new item, with an own picture and a new category. */
export async function newItem(app: TestApp, seller: One, overrides: Record<string, unknown> = {}) {
  return {
    name: 'Talking drum',
    description: 'Carved in Ọ̀yọ́, with its stick',
    price: 12_500.5,
    stock: 3,
    imageUrl: (await buildMedia(app, seller)).url,
    genreIds: [await buildGenre(app)],
    ...overrides,
  }
}

export const requestCreateItem = (
  app: TestApp,
  { token }: Signed,
  body: unknown,
  headers: Record<string, string> = {},
) => app.call('POST', '/items/create', { token, body, headers })

/** An item that waits for approval. */
export async function offer(app: TestApp, seller: One & Signed, overrides: Record<string, unknown> = {}) {
  return dataOf(createItem, await requestCreateItem(app, seller, await newItem(app, seller, overrides)))
}

export const decide = (
  app: TestApp,
  { token }: Signed,
  { id }: One,
  verdict: { state: boolean; reason?: string } = { state: true },
) => app.call('PUT', '/items/item/approval', { token, body: { itemId: id, ...verdict } })

/** An approved item. */
export async function sell(
  app: TestApp,
  seller: One & Signed,
  admin: Signed,
  overrides: Record<string, unknown> = {},
): Promise<Item> {
  const item = await offer(app, seller, overrides)
  const { status, body } = await decide(app, admin, item)
  if (status !== 200) throw new Error(`The item was not approved: ${JSON.stringify(body)}`)
  return { ...item, isApproved: true }
}

export const change = (app: TestApp, { token }: Signed, id: number | string, body: unknown) =>
  app.call('PUT', `/items/update/${id}`, { token, body })

export const remove = (app: TestApp, { token }: Signed, id: number | string) =>
  app.call('DELETE', `/items/delete/${id}`, { token })

export const favor = (app: TestApp, { token }: Signed, id: number | string) =>
  app.call('POST', `/items/favorite/${id}`, { token })

/** The row of the item, deleted or not. */
export const itemRow = ({ deps }: TestApp, { id }: One) =>
  deps.db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
