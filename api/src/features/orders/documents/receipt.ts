import { addressLine } from '@rootsquare/contract/lib/address-format'
import { koboOf, moneyText, nairaText } from '@rootsquare/contract/lib/money'
import type { Order, OrderLine, Parcel } from '@rootsquare/contract/trade/orders'
import { extraPaymentText } from '@rootsquare/contract/trade/refunds'
import type { Deps } from '#api/deps.ts'
import { formatLagosTime } from '#api/domain/lagos-time.ts'
import { findOrderFacts, paidKoboOf } from '#api/features/orders/notify/order-facts.ts'
import { requireOrder } from '#api/features/orders/order-rows.ts'
import { conflict } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { makePdf, type Pdf } from './pdf.ts'

export async function makeReceipt(deps: Deps, viewer: Viewer, orderId: number): Promise<Buffer> {
  const order = await requireOrder(deps, deps.db, viewer, { orderId })
  const paidDate = order.history.find(({ state }) => state === 'PROCESSING')?.createdDate
  if (paidDate === undefined) throw conflict('There is a receipt once the order is paid.', 'NOT_PAID')
  const buyer = await deps.db
    .selectFrom('members')
    .select(['firstname', 'lastname'])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const facts = await findOrderFacts(deps.db, orderId)
  const paidKobo = facts ? paidKoboOf(facts) : null
  const { transactionRef } = order
  return makePdf(`Receipt ${transactionRef}`, 'A4', (pdf) => {
    const moments = [`Ordered ${timeText(order.createdDate)}`, `Paid ${timeText(paidDate)}`]
    const link = `${deps.settings.publicUrl}/my-order/${transactionRef}`
    pdf.head('Receipt', [`Order ${transactionRef}`, ...moments], link)
    writeBuyer(pdf, order, `${buyer.firstname} ${buyer.lastname}`)
    for (const [seller, lines] of Map.groupBy(order.orderItemList, (line) => line.seller))
      writeSeller(
        pdf,
        lines,
        order.parcels.filter(({ sellerId }) => sellerId === seller),
      )
    writeTotals(pdf, order, paidKobo)
    // They are not part of what the order cost.
    for (const extra of order.extraPayments) pdf.lines([extraPaymentText(extra)])
    pdf.lines([`Sold by the members named above through ${new URL(link).host}. ${link}`], 8)
  })
}

const timeText = (iso: string) => formatLagosTime(new Date(iso))

function writeBuyer(pdf: Pdf, { billingAddress, shippingAddress, phoneNumber }: Order, name: string): void {
  pdf.heading('Billed to')
  pdf.lines([name, billingAddress && addressLine(billingAddress), phoneNumber])
  pdf.heading('Sent to')
  pdf.lines([name, shippingAddress && addressLine(shippingAddress)])
}

function writeSeller(pdf: Pdf, lines: OrderLine[], parcels: Parcel[]): void {
  pdf.heading(`Sold by ${lines[0]?.sellerUsername}`)
  for (const { quantity, name, unitPrice, total, state } of lines) {
    const isCanceled = state === 'CANCELED'
    const left = `${quantity} × ${name}${quantity > 1 ? `, ${nairaText(unitPrice)} each` : ''}`
    pdf.row({ left: isCanceled ? `${left} (canceled)` : left, right: nairaText(total), isMuted: isCanceled })
  }
  for (const { fee } of parcels) if (fee > 0) pdf.row({ left: 'Delivery', right: nairaText(fee) })
}

function writeTotals(pdf: Pdf, order: Order, paidKobo: number | null): void {
  const { parcels, totalAmount, refund } = order
  const deliveryKobo = parcels.reduce((sum, { fee }) => sum + koboOf(fee), 0)
  pdf.rule()
  if (deliveryKobo > 0) {
    pdf.row({ left: 'Goods', right: moneyText(koboOf(totalAmount) - deliveryKobo) })
    pdf.row({ left: 'Delivery', right: moneyText(deliveryKobo) })
  }
  pdf.row({ left: 'Total', right: nairaText(totalAmount), isStrong: true })
  if (paidKobo !== null && paidKobo !== koboOf(totalAmount))
    pdf.row({ left: 'Paid', right: moneyText(paidKobo) })
  if (refund !== null)
    pdf.row({
      left: refund.state === 'PROCESSED' ? 'Refunded' : 'To be refunded',
      right: nairaText(-refund.amount),
    })
  pdf.rule()
}
