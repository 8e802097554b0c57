import type { NewNotification } from '#api/domain/notify.ts'
import { goodsText } from './order-facts.ts'
import type { LineFacts, OrderFacts } from './order-facts.ts'

export function forBuyer({ id, buyerId }: OrderFacts, text: string): NewNotification[] {
  return buyerId === null ? [] : [{ memberId: buyerId, kind: 'ORDER', target: { type: 'order', id }, text }]
}

/** One for each line, because a seller's page shows a line. `happened` is what follows its goods in the sentence. */
export function forSellers(lines: LineFacts[], happened: string): NewNotification[] {
  return lines.flatMap((line): NewNotification[] => {
    if (line.sellerId === null) return []
    const text = `${goodsText([line])} ${happened}`
    return [{ memberId: line.sellerId, kind: 'ORDER', target: { type: 'sale', id: line.id }, text }]
  })
}
