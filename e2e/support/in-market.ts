import type { APIRequestContext } from '@playwright/test'
import { uploadPicture } from './feed-world.ts'
import { expect } from './fixtures.ts'
import { apiOf, signUpMember } from './members.ts'
import type { Member } from './members.ts'
import { logIn } from './visit.ts'

type Server = Parameters<typeof signUpMember>[0]
type Ware = { name: string; price: number; stock: number; genreIds?: number[] }

/** A seller and a buyer; `offer` waits for an admin, `sell` is approved, and `putIn` lays it into the buyer's cart. */
export async function shopOf(server: Server) {
  const [seller, buyer, admin] = await Promise.all([
    signUpMember(server, { firstName: 'Ṣadé', lastName: 'Seller' }),
    signUpMember(server, { firstName: 'Bello', lastName: 'Buyer' }),
    logIn(server.url, 'ene.ochigbo').then((token) => apiOf(server.url, token)),
  ])
  const { secure_url: imageUrl } = await uploadPicture(seller, 40, 40)
  const genres: { data: { id: number; name: string }[] } = await (await seller.api.get('/api/genre')).json()
  const genreIds = genres.data.slice(0, 1).map(({ id }) => id)

  async function offer(ware: Ware): Promise<number> {
    const data = { description: 'Made by hand', imageUrl, genreIds, ...ware }
    return (await sent<{ id: number }>(seller.api, 'post', '/api/items/create', data)).id
  }
  async function sell(ware: Ware): Promise<number> {
    const itemId = await offer(ware)
    await sent(admin, 'put', '/api/items/item/approval', { itemId, state: true })
    return itemId
  }
  const change = (itemId: number, data: object) =>
    sent(seller.api, 'put', `/api/items/update/${itemId}`, data)
  const putIn = (itemId: number, count = 1) => sent(buyer.api, 'post', '/api/cart/add', { itemId, count })
  return { seller, buyer, genres: genres.data, offer, sell, change, putIn }
}

/** What the server keeps: the names in the cart with how many of each. */
export async function cartOf(member: Member): Promise<[string, number][]> {
  const reply = await member.api.get('/api/cart')
  const { data }: { data: { name: string; count: number }[] } = await reply.json()
  return data.map(({ name, count }) => [name, count])
}

async function sent<T>(
  api: APIRequestContext,
  method: 'post' | 'put',
  path: string,
  data: object,
): Promise<T> {
  const reply = await api[method](path, { data })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  const answer: { data: T } = await reply.json()
  return answer.data
}
