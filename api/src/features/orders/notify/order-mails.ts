import { z } from 'zod'
import { addressLine } from '@rootsquare/contract/lib/address-format'
import { moneyText } from '@rootsquare/contract/lib/money'
import { confirmWithinDays, shipWithinDays } from '@rootsquare/contract/trade/orders'
import type { Deps } from '#api/deps.ts'
import { sendMail } from '#api/domain/mail-layout.ts'
import { enqueue, job } from '#api/jobs/job.ts'
import {
  findOrderFacts,
  linesOfParcel,
  linesOfSeller,
  moneyBack,
  paidKoboOf,
  parcelOfSeller,
  sellersOf,
  totalKoboOf,
} from './order-facts.ts'
import type { LineFacts, OrderFacts, ParcelFacts } from './order-facts.ts'

const OfOrder = z.object({ orderId: z.int() })

// Each mail describes the order at the time the job runs. Banned and erased members get no mail.

/**
 * Sends all mails about a payment: the receipt and one for each seller. A mail that cannot be sent is queued by itself, so that
 * its retry does not repeat the others.
 */
export const sendPaidMails = job({
  name: 'send-paid-mails',
  payload: OfOrder,
  async run(deps, { orderId }) {
    const order = await findOrderFacts(deps.db, orderId)
    if (!order) return
    await mailReceipt(deps, order).catch((error: unknown) => {
      deps.log.warn({ err: error, order: orderId }, 'a receipt could not be sent')
      return enqueue(deps.db, sendReceipt, { orderId })
    })
    for (const sellerId of sellersOf(order))
      await mailSale(deps, order, sellerId).catch((error: unknown) => {
        deps.log.warn({ err: error, order: orderId }, 'a seller could not be mailed')
        return enqueue(deps.db, sendSale, { orderId, sellerId })
      })
  },
})

const sendReceipt = job({
  name: 'send-receipt',
  payload: OfOrder,
  async run(deps, { orderId }) {
    const order = await findOrderFacts(deps.db, orderId)
    if (order) await mailReceipt(deps, order)
  },
})

async function mailReceipt(deps: Deps, order: OrderFacts): Promise<void> {
  if (!order.wasPaid) return
  const lines = [
    'Thank you. Your payment has arrived.',
    ...order.lines.map(priceText),
    ...order.parcels.flatMap(feeText),
    `Total: ${moneyText(order.totalKobo)}`,
    ...paidLess(order),
    nextStepText(order),
  ]
  await mailBuyer(deps, order, { subject: `Your receipt for order ${order.reference}`, lines })
}

const sendSale = job({
  name: 'send-sale',
  payload: z.object({ orderId: z.int(), sellerId: z.int() }),
  async run(deps, { orderId, sellerId }) {
    const order = await findOrderFacts(deps.db, orderId)
    if (order) await mailSale(deps, order, sellerId)
  },
})

async function mailSale(deps: Deps, order: OrderFacts, sellerId: number): Promise<void> {
  const lines = linesOfSeller(order, sellerId).filter(({ isCanceled }) => !isCanceled)
  const parcel = parcelOfSeller(order, sellerId)
  if (order.status !== 'PROCESSING' || !parcel || lines.length === 0) return
  const isPickup = parcel.method === 'PICKUP'
  const sale = await findSale(deps, order.id, sellerId)
  if (!sale) return
  await sendMail(deps, sale, {
    subject: 'You have sold something',
    lines: [
      isPickup ? 'These are paid, and the buyer picks them up:' : 'These are paid and wait to be sent:',
      ...lines.map(priceText),
      ...(parcel.feeKobo > 0 ? [`Delivery: ${moneyText(parcel.feeKobo)}`] : []),
      `Together: ${moneyText(totalKoboOf(lines) + parcel.feeKobo)}`,
      ...destinationText(sale, isPickup),
      isPickup
        ? `Please have them ready within ${shipWithinDays} days, and mark them as ready.`
        : `Please send them within ${shipWithinDays} days, and mark them as shipped.`,
    ],
    button: { label: 'Received orders', link: `${deps.settings.publicUrl}/received-orders` },
  })
}

/** Runs once for each parcel, when no line of it waits any longer. Jobs from before there were parcels have a `lineId`. */
export const sendShipped = job({
  name: 'send-shipped',
  payload: z.union([
    z.object({ orderId: z.int(), parcelId: z.int() }),
    z.object({ orderId: z.int(), lineId: z.int() }),
  ]),
  run: (deps, { orderId, ...which }) =>
    mailBuyerOf(deps, orderId, (order) => {
      const parcelId =
        'parcelId' in which ? which.parcelId : order.lines.find(({ id }) => id === which.lineId)?.parcelId
      const parcel = order.parcels.find(({ id }) => id === parcelId)
      if (!parcel?.isShipped || parcel.isReceived) return null
      const from = parcel.sellerUsername ?? 'the seller'
      const what = parcel.method === 'PICKUP' ? 'is ready to be picked up' : 'is on its way'
      return {
        subject: `Your parcel from ${from} ${what}`,
        lines: [
          `Of your order ${order.reference}:`,
          ...linesOfParcel(order, parcel.id).map((line) =>
            line.note ? `${quantityText(line)}. ${line.note}` : quantityText(line),
          ),
          ...(parcel.carrier ? [`Carrier: ${parcel.carrier}`] : []),
          ...(parcel.trackingNumber ? [`Tracking number: ${parcel.trackingNumber}`] : []),
          `Please tell us when you have it. ${confirmWithinDays} days from now we take it as received.`,
        ],
      }
    }),
})

const OfLines = z.object({ orderId: z.int(), lineIds: z.array(z.int()) })

/** All lines have the same reason. A job from before several could be canceled at once has a `lineId`. */
export const sendRefunded = job({
  name: 'send-refunded',
  payload: z.union([OfLines, z.object({ orderId: z.int(), lineId: z.int().nullable() })]),
  run: (deps, { orderId, ...which }) =>
    mailBuyerOf(deps, orderId, (order) => {
      const ids = 'lineIds' in which ? which.lineIds : [which.lineId]
      const refunded = order.lines.filter(({ id }) => ids.includes(id))
      const [first] = refunded
      if (!first) return null
      const lines = [
        'Your money is on its way back to you, the way you paid.',
        ...refunded.map((line) => {
          const withFee = line.isFeeRefunded ? ' with delivery' : ''
          return `${quantityText(line)}: ${moneyBack(order, line)}${withFee}.`
        }),
        ...(first.reason ? [`The reason: ${first.reason}`] : []),
        'Depending on your bank this takes up to 10 working days.',
      ]
      return { subject: `A refund for order ${order.reference}`, lines }
    }),
})

/** Mails a seller who is banned or suspended, and so reads nothing else. */
export const sendSalesCanceled = job({
  name: 'send-sales-canceled',
  payload: OfLines,
  async run(deps, { orderId, lineIds }) {
    const sale = await findCanceledSale(deps, lineIds[0] ?? 0)
    const order = await findOrderFacts(deps.db, orderId)
    if (!sale || !order) return
    const goods = order.lines.filter(({ id }) => lineIds.includes(id)).map(quantityText)
    await sendMail(deps, sale, {
      subject: 'A sale of yours is canceled',
      lines: [
        `Your account is locked, so we have canceled what you had not sent of order ${order.reference}:`,
        ...goods,
        'The buyer gets the money back. Please do not send it. What you have sent already goes on as usual.',
      ],
    })
  },
})

export const orderMails = [sendPaidMails, sendReceipt, sendSale, sendShipped, sendRefunded, sendSalesCanceled]

const quantityText = ({ quantity, name }: LineFacts) => `${quantity} × ${name}`
const priceText = (line: LineFacts) => `${quantityText(line)}: ${moneyText(line.totalKobo)}`

const feeText = ({ feeKobo, sellerUsername }: ParcelFacts) =>
  feeKobo > 0 ? [`Delivery by ${sellerUsername ?? 'the seller'}: ${moneyText(feeKobo)}`] : []

/** Promises nothing for a seller who has since been banned or erased. */
function nextStepText(order: OrderFacts): string {
  const count = sellersOf(order).length
  if (count === 0) return 'We will tell you how it goes on.'
  if (count === 1)
    return `The seller has been told, and should send your goods, or have them ready, within ${shipWithinDays} days.`
  return `The ${count} sellers have been told. Each should send a parcel of their own within ${shipWithinDays} days.`
}

/** Returns the paid amount if an admin has accepted less than the total. */
function paidLess(order: OrderFacts): string[] {
  const paidKobo = paidKoboOf(order)
  return paidKobo === null || paidKobo === order.totalKobo ? [] : [`Paid: ${moneyText(paidKobo)}`]
}

type BuyerMail = { subject: string; lines: string[] }

/** Sends nothing if `contentOf` returns null, because the mail no longer applies. */
async function mailBuyerOf(
  deps: Deps,
  orderId: number,
  contentOf: (order: OrderFacts) => BuyerMail | null,
): Promise<void> {
  const order = await findOrderFacts(deps.db, orderId)
  const content = order ? contentOf(order) : null
  if (order && content) await mailBuyer(deps, order, content)
}

export async function mailBuyer(deps: Deps, order: OrderFacts, content: BuyerMail): Promise<void> {
  const buyer = await findReceiver(deps, order.buyerId)
  if (!buyer) return
  const button = { label: 'Your order', link: `${deps.settings.publicUrl}/my-order/${order.reference}` }
  await sendMail(deps, buyer, { ...content, button })
}

export async function findReceiver({ db }: Deps, memberId: number | null | undefined) {
  if (memberId == null) return undefined
  return db
    .selectFrom('members')
    .select(['email', 'firstname'])
    .where('id', '=', memberId)
    .where('banned_at', 'is', null)
    .executeTakeFirst()
}

async function findCanceledSale({ db }: Deps, lineId: number) {
  return db
    .selectFrom('order_lines')
    .innerJoin('members', 'members.id', 'seller_id')
    .select(['email', 'firstname'])
    .where('order_lines.id', '=', lineId)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
}

/** Finds the seller and the destination, which is null if the buyer is erased. */
async function findSale({ db }: Deps, orderId: number, sellerId: number) {
  return db
    .selectFrom('orders')
    .innerJoin('members as seller', (on) => on.on('seller.id', '=', sellerId))
    .leftJoin('members as buyer', 'buyer.id', 'buyer_id')
    .select(['seller.email', 'seller.firstname', 'shipping_address', 'orders.phone_number'])
    .select(['buyer.firstname as buyerFirstname', 'buyer.lastname as buyerLastname'])
    .where('orders.id', '=', orderId)
    .where('seller.banned_at', 'is', null)
    .executeTakeFirst()
}

type Sale = NonNullable<Awaited<ReturnType<typeof findSale>>>

/** Returns the destination as it is written on a parcel. A buyer who picks it up needs no address. */
function destinationText(sale: Sale, isPickup: boolean): string[] {
  const { shipping_address: address, buyerFirstname, buyerLastname } = sale
  if (!address || buyerFirstname === null) return []
  const phone = sale.phone_number ?? address.phoneNumber
  const name = `${buyerFirstname} ${buyerLastname}`
  const to = isPickup ? `Buyer: ${name}` : `To: ${name}, ${addressLine(address)}`
  return [to, ...(phone ? [`Phone: ${phone}`] : [])]
}
