import { uploadPicture } from './feed-fixture.ts'
import { expect, type Server } from './fixtures.ts'
import { send, signUpMember, type Member } from './members.ts'
import { as } from './on-posts.ts'

type NewItem = { name: string; price: number; stock: number }
export type Placed = { orderId: number; transactionRef: string }

/** A seller and a buyer. What they `offer` waits for an admin; what they `sell` is approved. */
export async function shopOf(server: Server) {
  const [seller, buyer, admin] = await Promise.all([
    signUpMember(server, { firstName: 'Ṣadé', lastName: 'Seller' }),
    signUpMember(server, { firstName: 'Bello', lastName: 'Buyer' }),
    as(server, 'ene.ochigbo'),
  ])
  const { secure_url: imageUrl } = await uploadPicture(seller, 40, 40)
  const genres = await send<{ id: number }[]>(seller, 'get', '/genre')
  const genreIds = genres.slice(0, 1).map(({ id }) => id)

  async function offer(item: NewItem): Promise<number> {
    const data = { description: 'Made by hand', imageUrl, genreIds, ...item }
    return (await send<{ id: number }>(seller, 'post', '/items/create', data)).id
  }
  async function sell(item: NewItem): Promise<number> {
    const itemId = await offer(item)
    await send(admin, 'put', '/items/item/approval', { itemId, state: true })
    return itemId
  }
  const addToCart = (itemId: number, count = 1) => addFor(buyer, itemId, count)
  return { seller, buyer, offer, sell, addToCart }
}

/** The names in the cart with how many of each, from the server. */
export async function cartOf(member: Member): Promise<[string, number][]> {
  const lines = await send<{ name: string; count: number }[]>(member, 'get', '/cart')
  return lines.map(({ name, count }) => [name, count])
}

const addFor = (buyer: Member, itemId: number, count: number) =>
  send(buyer, 'post', '/cart/add', { itemId, count })

export const homeAddress = {
  streetNumber: '12',
  addressLine1: 'Bode Thomas Street',
  cityCode: 'NG-LA',
  lgaCode: 'NG-LA-SURULERE',
}

/** Orders what is in the cart. */
export function checkout(buyer: Member): Promise<Placed> {
  const address = { useBillingAddressForShipping: true, billingAddress: homeAddress }
  return send<Placed>(buyer, 'post', '/cart/checkout', { phoneNumber: '08031234567', ...address })
}

export async function order(buyer: Member, itemId: number, count = 1): Promise<Placed> {
  await addFor(buyer, itemId, count)
  return checkout(buyer)
}

/** Pays on the page of the sandbox, as the buyer does in another browser. */
export async function pay(server: Server, buyer: Member, { transactionRef }: Placed): Promise<void> {
  const callbackUrl = `${server.url}/my-order/${transactionRef}`
  const body = { transactionRef, callbackUrl }
  const opened = await send<{ authorizationUrl: string }>(buyer, 'post', '/payment/initiate', body)
  const paid = await buyer.api.post(opened.authorizationUrl, { form: { action: 'pay' }, maxRedirects: 0 })
  expect(paid.status()).toBe(303)
  await send(buyer, 'post', `/payment/verify/${transactionRef}`)
}
