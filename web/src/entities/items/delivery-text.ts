import type { Delivery } from '@rootsquare/contract/trade/market'
import { nairaText } from '@rootsquare/contract/lib/money'

/** One line for each way of handing over. `state` is the name of the state the item is in, if it is known. */
export function deliveryTexts(delivery: Delivery, state: string | undefined): string[] {
  const { methods } = delivery
  return [
    ...(methods.includes('PICKUP') ? [state === undefined ? 'Pick-up' : `Pick-up in ${state}`] : []),
    ...(methods.includes('DELIVERY') ? [feesText(delivery, state)] : []),
  ]
}

function feesText({ feeSameState: same, feeOtherState: other }: Delivery, state = 'the same state'): string {
  if (same === 0 && other === 0) return 'Delivery included'
  if (same === other) return `Delivery: ${nairaText(same)}`
  return `Delivery: ${feeText(same)} in ${state}, ${feeText(other)} elsewhere`
}

const feeText = (fee: number) => (fee === 0 ? 'free' : nairaText(fee))

/** What holds for several items together: `states` are the names of the states they are in. */
export function shopDeliveryTexts(deliveries: Delivery[], states: string[]): string[] {
  const fees = deliveries
    .filter(({ methods }) => methods.includes('DELIVERY'))
    .flatMap(({ feeSameState, feeOtherState }) => [feeSameState, feeOtherState])
  const hasPickup = deliveries.some(({ methods }) => methods.includes('PICKUP'))
  return [
    ...(hasPickup ? [states.length === 0 ? 'Pick-up' : `Pick-up in ${states.join(', ')}`] : []),
    ...(fees.length === 0 ? [] : [feeRangeText(Math.min(...fees), Math.max(...fees))]),
  ]
}

function feeRangeText(least: number, most: number): string {
  if (most === 0) return 'Delivery included'
  if (least === most) return `Delivery: ${nairaText(most)}`
  return least === 0
    ? `Delivery: up to ${nairaText(most)}`
    : `Delivery: ${nairaText(least)} to ${nairaText(most)}`
}
