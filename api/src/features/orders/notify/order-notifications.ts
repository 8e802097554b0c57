import type { NewNotification } from '#api/domain/notify.ts'
import { goodsText, type LineFacts, type OrderFacts } from './order-facts.ts'

export function forBuyer({ id, buyerId }: OrderFacts, text: string): NewNotification[] {
  return buyerId === null ? [] : [{ memberId: buyerId, kind: 'ORDER', target: { type: 'order', id }, text }]
}

/**
 * Returns one notification for each parcel. It links to the first line, where the
 * seller's page shows the rest. `happened` follows the goods.
 */
export function forSellers(lines: LineFacts[], happened: string): NewNotification[] {
  return [...Map.groupBy(lines, (line) => line.parcelId).values()].flatMap((own): NewNotification[] => {
    const [first] = own
    if (!first || first.sellerId === null) return []
    const text = `${goodsText(own)} ${happened}`
    return [{ memberId: first.sellerId, kind: 'ORDER', target: { type: 'sale', id: first.id }, text }]
  })
}
