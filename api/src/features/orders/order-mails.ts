import { z } from 'zod'
import type { OrderAddress } from '@rootsquare/contract/addresses'
import { confirmWithinDays, shipWithinDays } from '@rootsquare/contract/orders'
import type { Deps } from '#api/deps.ts'
import { letter } from '#api/domain/mail-layout.ts'
import { job } from '#api/jobs/job.ts'
import { factsOf, linesOf, moneyBack, moneyText, paidKoboOf, sumOf } from './order-facts.ts'
import type { LineFacts, OrderFacts } from './order-facts.ts'

const OfOrder = z.object({ orderId: z.int() })

// Each mail describes the order when the job runs. Nothing is sent to members who are banned or gone.

export const sendReceipt = job({
  name: 'send-receipt',
  payload: OfOrder,
  run: (deps, { orderId }) =>
    mailBuyer(deps, orderId, (order) => {
      if (!order.wasPaid) return null
      const lines = [
        'Thank you. Your payment has arrived.',
        ...order.lines.map(priced),
        `Total: ${moneyText(order.totalKobo)}`,
        ...paidLess(order),
        `The sellers have been told. Each should send your goods within ${shipWithinDays} days.`,
      ]
      return { subject: `Your receipt for order ${order.reference}`, lines }
    }),
})

export const sendSale = job({
  name: 'send-sale',
  payload: z.object({ orderId: z.int(), sellerId: z.int() }),
  async run(deps, { orderId, sellerId }) {
    const order = await factsOf(deps.db, orderId)
    if (!order || order.status !== 'PROCESSING') return
    const lines = linesOf(order, sellerId).filter(({ isCanceled }) => !isCanceled)
    const seller = await findReceiver(deps, sellerId)
    if (!seller || lines.length === 0) return
    await deps.mailer.send(
      letter({
        ...seller,
        subject: 'You have sold something',
        lines: [
          'These are paid and wait to be sent:',
          ...lines.map(priced),
          `Together: ${moneyText(sumOf(lines))}`,
          ...(await destinationOf(deps, orderId)),
          `Please send them within ${shipWithinDays} days, and mark them as shipped.`,
        ],
        button: { label: 'Received orders', link: `${deps.settings.publicUrl}/received-orders` },
      }),
    )
  },
})

const OfLine = z.object({ orderId: z.int(), lineId: z.int().nullable() })

/** Of the line that was just shipped; without one of all, when what was missing will not come. */
export const sendShipped = job({
  name: 'send-shipped',
  payload: OfLine,
  run: (deps, { orderId, lineId }) =>
    mailBuyer(deps, orderId, ({ status, reference, lines }) => {
      if (!['PROCESSING', 'SHIPPED'].includes(status)) return null
      const sent = lines.filter(({ id, isCanceled }) => !isCanceled && (lineId ?? id) === id)
      const next =
        status === 'SHIPPED'
          ? `Please tell us when you have received everything. ${confirmWithinDays} days after shipping we take it as received.`
          : 'The rest of the order will follow.'
      const goods = sent.map((line) => (line.note ? `${counted(line)}. ${line.note}` : counted(line)))
      return { subject: `Order ${reference} is on its way`, lines: [...goods, next] }
    }),
})

/** Of a line, or of a payment as a whole. */
export const sendRefunded = job({
  name: 'send-refunded',
  payload: OfLine,
  run: (deps, { orderId, lineId }) =>
    mailBuyer(deps, orderId, (order) => {
      const line = order.lines.find(({ id }) => id === lineId)
      const reason = line?.reason ? [`The reason: ${line.reason}`] : []
      const what = line
        ? [`${counted(line)}: ${moneyBack(order, line)}.`, ...reason]
        : ['The payment goes back in full: the order had ended, or it was not needed.']
      const lines = [
        'Your money is on its way back to you, the way you paid.',
        ...what,
        'Depending on your bank this takes up to 10 working days.',
      ]
      return { subject: `A refund for order ${order.reference}`, lines }
    }),
})

export const orderMails = [sendReceipt, sendSale, sendShipped, sendRefunded]

const counted = ({ quantity, name }: LineFacts) => `${quantity} × ${name}`
const priced = (line: LineFacts) => `${counted(line)}: ${moneyText(line.totalKobo)}`

/** Where an admin has taken less than the total. */
function paidLess(order: OrderFacts): string[] {
  const paidKobo = paidKoboOf(order)
  return paidKobo === null || paidKobo === order.totalKobo ? [] : [`Paid: ${moneyText(paidKobo)}`]
}

async function mailBuyer(
  deps: Deps,
  orderId: number,
  contentOf: (order: OrderFacts) => { subject: string; lines: string[] } | null,
): Promise<void> {
  const order = await factsOf(deps.db, orderId)
  const buyer = await findReceiver(deps, order?.buyerId)
  const content = order && buyer ? contentOf(order) : null
  if (!order || !buyer || !content) return
  const button = { label: 'Your order', link: `${deps.settings.publicUrl}/my-order/${order.reference}` }
  await deps.mailer.send(letter({ ...buyer, ...content, button }))
}

async function findReceiver({ db }: Deps, memberId: number | null | undefined) {
  if (memberId == null) return undefined
  const member = await db
    .selectFrom('members')
    .select(['email', 'firstname'])
    .where('id', '=', memberId)
    .where('banned_at', 'is', null)
    .executeTakeFirst()
  return member && { to: member.email, greeting: `Hello ${member.firstname},` }
}

/** Whom it goes to and where, as it is written on a parcel. */
async function destinationOf({ db }: Deps, orderId: number): Promise<string[]> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('members', 'members.id', 'buyer_id')
    .select(['shipping_address', 'orders.phone_number', 'firstname', 'lastname'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!order?.shipping_address) return []
  const { shipping_address: address } = order
  const phone = order.phone_number ?? address.phoneNumber
  const name = `${order.firstname} ${order.lastname}`
  return [`To: ${[name, ...addressText(address)].join(', ')}`, ...(phone ? [`Phone: ${phone}`] : [])]
}

function addressText(address: OrderAddress): string[] {
  const { streetNumber, addressLine1, addressLine2, unitNumber, lga, city, postalCode } = address
  const unit = unitNumber === null ? null : `unit ${unitNumber}`
  return [`${streetNumber} ${addressLine1}`, addressLine2, unit, lga, city, postalCode].filter(
    (part) => part !== null,
  )
}
