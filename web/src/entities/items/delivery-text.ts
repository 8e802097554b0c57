import type { Delivery, DeliveryMethod } from '@rootsquare/contract/trade/market'
import { nairaText } from '@rootsquare/contract/lib/money'

export type DeliveryLine = { method: DeliveryMethod; text: string }

/** One line for each way of handing over. `state` is the name of the state the item is in, if it is known. */
export function deliveryLines(delivery: Delivery, state: string | undefined): DeliveryLine[] {
  const { methods } = delivery
  return [
    ...(methods.includes('PICKUP') ? [pickupLine(state === undefined ? [] : [state])] : []),
    ...(methods.includes('DELIVERY')
      ? [{ method: 'DELIVERY' as const, text: feesText(delivery, state) }]
      : []),
  ]
}

function pickupLine(states: string[]): DeliveryLine {
  return { method: 'PICKUP', text: states.length === 0 ? 'Pick-up' : `Pick-up in ${states.join(', ')}` }
}

function feesText({ feeSameState: same, feeOtherState: other }: Delivery, state = 'the same state'): string {
  if (same === 0 && other === 0) return 'Delivery included'
  if (same === other) return `Delivery: ${nairaText(same)}`
  return `Delivery: ${feeText(same)} in ${state}, ${feeText(other)} elsewhere`
}

const feeText = (fee: number) => (fee === 0 ? 'free' : nairaText(fee))

/** What holds for several items together: `states` are the names of the states they are in. */
export function shopDeliveryLines(deliveries: Delivery[], states: string[]): DeliveryLine[] {
  const fees = deliveries
    .filter(({ methods }) => methods.includes('DELIVERY'))
    .flatMap(({ feeSameState, feeOtherState }) => [feeSameState, feeOtherState])
  const hasPickup = deliveries.some(({ methods }) => methods.includes('PICKUP'))
  return [
    ...(hasPickup ? [pickupLine(states)] : []),
    ...(fees.length === 0
      ? []
      : [{ method: 'DELIVERY' as const, text: feeRangeText(Math.min(...fees), Math.max(...fees)) }]),
  ]
}

function feeRangeText(least: number, most: number): string {
  if (most === 0) return 'Delivery included'
  if (least === most) return `Delivery: ${nairaText(most)}`
  return least === 0
    ? `Delivery: up to ${nairaText(most)}`
    : `Delivery: ${nairaText(least)} to ${nairaText(most)}`
}
