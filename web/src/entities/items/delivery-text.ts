import type { Delivery, DeliveryMethod } from '@rootsquare/contract/trade/market'
import { nairaText } from '@rootsquare/contract/lib/money'

export type DeliveryLine = { method: DeliveryMethod; text: string }

/** Returns one line for each way of delivery. `state` is the name of the item's state, if it is known. */
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

function feesText({ feeSameState: same, feeOtherState: other }: Delivery, state: string | undefined): string {
  const from = state === undefined ? '' : ` from ${state}`
  if (same === 0 && other === 0) return `Delivery${from} included`
  if (same === other) return `Delivery${from}: ${nairaText(same)}`
  return `Delivery: ${feeText(same)} in ${state ?? 'the same state'}, ${feeText(other)} elsewhere`
}

const feeText = (fee: number) => (fee === 0 ? 'free' : nairaText(fee))

/** Sums up the delivery of several items. `states` are the names of the states that they are in. */
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
