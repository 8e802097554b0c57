import { sql } from 'kysely'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { buildItem } from '#api/test/builders/market.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { expectFailure } from '#api/test/answer.ts'
import { countRectangles, pdfText } from '#api/test/pdf-text.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

type Signed = { token: string }

const receiptAt = ({ orderId }: { orderId: number }) => `/cart/order/${orderId}/receipt`
const slipAt = (lineId = 0) => `/cart/seller/order/${lineId}/slip`

async function fileAt(path: string, { token }: Signed) {
  const response = await fetch(`${app.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
const textAt = async (path: string, by: Signed) => pdfText((await fileAt(path, by)).bytes)
const reject = (path: string, { token }: Signed) => app.call('GET', path, { token })

/** Builds a paid order with two lines of one seller and one of another. */
async function soldByTwo() {
  const [buyer, seller, other] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const drum = await buildItem(app, seller, { name: 'Dùndún ọ̀yọ́', price_kobo: 500_000, stock: 5 })
  const stick = await buildItem(app, seller, { name: 'Stick', price_kobo: 10_000, stock: 5 })
  const cloth = await buildItem(app, other, { name: 'Cloth', price_kobo: 120_050, stock: 5 })
  const lines = [{ item: drum, count: 2 }, { item: stick }, { item: cloth }]
  const order = await buildOrder(app, buyer, lines, { status: 'PROCESSING' })
  const [drumLine, stickLine, clothLine] = order.lineIds
  return { buyer, seller, other, order, drumLine, stickLine, clothLine }
}

const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }) =>
  `${firstname} ${lastname}`

test('prints a receipt with sellers, goods, sums and a QR code', async () => {
  const { buyer, seller, other, order } = await soldByTwo()
  const { headers, bytes } = await fileAt(receiptAt(order), buyer)
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toBe('attachment; filename="rootsquare-receipt.pdf"')
  expect(headers.get('cache-control')).toBe('no-store')
  const text = pdfText(bytes).replaceAll('\n', '')
  for (const part of [
    `Order ${order.transactionRef}`,
    nameOf(buyer),
    '12 Bode Thomas Street, Surulere, Lagos 101241',
    `Sold by ${seller.username}`,
    '2 × Dùndún ọ̀yọ́, ₦5,000.00 each',
    '₦10,000.00',
    `Sold by ${other.username}`,
    '₦11,300.50',
  ])
    expect(text.normalize()).toContain(part.normalize())
  const link = `${app.deps.settings.publicUrl}/my-order/${order.transactionRef}`
  const squares = encode(link, { ecc: 'M', border: 0 }).data.flat()
  expect(countRectangles(bytes)).toBe(squares.filter(Boolean).length)
})

test('continues a long receipt on another page', async () => {
  const [buyer, seller] = [await buildMember(app), await buildMember(app)]
  const items = await Promise.all(
    Array.from({ length: 60 }, (_, nth) => buildItem(app, seller, { name: `Item ${nth} of a long list` })),
  )
  const lines = items.map((item) => ({ item }))
  const order = await buildOrder(app, buyer, lines, { status: 'COMPLETED' })
  const { bytes } = await fileAt(receiptAt(order), buyer)
  expect(bytes.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(2)
  expect(pdfText(bytes)).toContain('Item 59 of a long list')
})

test('rejects a receipt before the payment and for other members', async () => {
  const { buyer, seller, order } = await soldByTwo()
  const pending = await buildOrder(app, buyer, [{ item: await buildItem(app, seller) }])
  expectFailure(await reject(receiptAt(pending), buyer), 409, 'NOT_PAID')
  const admin = await buildMember(app, { role: 'ADMIN' })
  for (const by of [seller, admin]) expectFailure(await reject(receiptAt(order), by), 404)
})

test('prints a packing slip with the seller’s whole parcel and the address', async () => {
  const { buyer, seller, order, drumLine, stickLine } = await soldByTwo()
  const text = await textAt(slipAt(stickLine), seller)
  for (const part of [
    `Order ${order.transactionRef}`,
    nameOf(buyer),
    '12 Bode Thomas Street',
    'Surulere, Lagos 101241',
    '08031234567',
    `${nameOf(seller)} (@${seller.username})`,
    '1 × Stick',
    `No. ${drumLine}`,
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Cloth')
})

test('lets no address forge a line of the packing slip', async () => {
  const { seller, order, drumLine } = await soldByTwo()
  const forged = '12 Bode\n9 × Crown\u2028Paid\u202e'
  await app.deps.db
    .updateTable('orders')
    .set({ shipping_address: sql`shipping_address || ${JSON.stringify({ addressLine1: forged })}::jsonb` })
    .where('id', '=', order.orderId)
    .execute()
  const text = await textAt(slipAt(drumLine), seller)
  expect(text).toContain('12 Bode 9 × Crown Paid\n')
})

test('leaves declined lines out of the packing slip', async () => {
  const { seller, drumLine, stickLine } = await soldByTwo()
  const decline = (id = 0) =>
    app.call('PATCH', `/cart/seller/order/${id}`, {
      token: seller.token,
      body: { state: 'CANCELED', reason: 'It broke' },
    })
  await decline(drumLine)
  const text = await textAt(slipAt(drumLine), seller)
  expect([text.includes('Stick'), text.includes(`No. ${drumLine}`)]).toEqual([true, false])
  await decline(stickLine)
  expectFailure(await reject(slipAt(stickLine), seller), 409, 'NOTHING_TO_SEND')
})

test('rejects a packing slip before the payment and for other members', async () => {
  const { buyer, seller, other, drumLine } = await soldByTwo()
  for (const by of [buyer, other]) expectFailure(await reject(slipAt(drumLine), by), 404)
  const pending = await buildOrder(app, buyer, [{ item: await buildItem(app, seller) }])
  expectFailure(await reject(slipAt(pending.lineIds[0]), seller), 409, 'NOT_PAID')
})
