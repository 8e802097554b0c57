import type { DeliveryChoices } from '@rootsquare/contract/trade/cart'
import { deliveryMethods, type DeliveryMethod } from '@rootsquare/contract/trade/market'
import { deliveryOf, type DeliveryRow } from '#api/features/market/items/item-delivery.ts'
import { invalid } from '#api/http/api-error.ts'

/** A line of a cart whose item can be bought. */
type SoldLine = DeliveryRow & { name: string }
type Seller = { id: number; username: string }

/** The destination and the chosen methods. Without a state the fee for other states applies. */
type DeliveryRequest = { stateCode: string | undefined; choices: DeliveryChoices }

export type SellerDelivery = {
  sellerId: number
  methods: DeliveryMethod[]
  method: DeliveryMethod
  feeKobo: number
  leastFeeKobo: number
  stateCode: string | null
  pickupOnly: string[]
}

/** Returns one method and one fee for all lines of a seller. Rejects a method that is not offered (docs/decisions/0028). */
export function deliveryBy(
  seller: Seller,
  lines: SoldLine[],
  { stateCode, choices }: DeliveryRequest,
): SellerDelivery {
  const methods = methodsOf(lines)
  const chosen = choices.find(({ sellerId }) => sellerId === seller.id)?.method
  if (chosen !== undefined && !methods.includes(chosen)) throw notOffered(seller, chosen)
  const method = chosen ?? (methods.includes('DELIVERY') ? 'DELIVERY' : 'PICKUP')
  const states = [...new Set(lines.map((line) => line.state_code))]
  const feeTo = (state: string | null | undefined) => (method === 'PICKUP' ? 0 : highestFee(lines, state))
  return {
    sellerId: seller.id,
    methods,
    method,
    feeKobo: feeTo(stateCode),
    leastFeeKobo: Math.min(...[null, ...states].map(feeTo)),
    stateCode: states.length === 1 ? (states[0] ?? null) : null,
    pickupOnly: method === 'PICKUP' ? [] : lines.filter(isPickupOnly).map(({ name }) => name),
  }
}

const isPickupOnly = (line: SoldLine) => !line.offers_delivery

/** Returns the methods that every line offers. If there is none, everything that can be sent is sent. */
function methodsOf(lines: SoldLine[]): DeliveryMethod[] {
  const offered = lines.map((line) => deliveryOf(line).methods)
  const common = deliveryMethods.filter((method) => offered.every((methods) => methods.includes(method)))
  return common.length > 0 ? common : ['DELIVERY']
}

function highestFee(lines: SoldLine[], stateCode: string | null | undefined): number {
  const fees = lines.filter((line) => line.offers_delivery).map((line) => feeOf(line, stateCode))
  return Math.max(0, ...fees)
}

const feeOf = (line: DeliveryRow, stateCode: string | null | undefined) =>
  line.state_code !== null && line.state_code === stateCode
    ? line.fee_same_state_kobo
    : line.fee_other_state_kobo

const names: Record<DeliveryMethod, string> = { PICKUP: 'pick-up', DELIVERY: 'delivery' }

const notOffered = ({ username }: Seller, method: DeliveryMethod) =>
  invalid(`${username} does not offer ${names[method]} for all of this.`, 'METHOD_NOT_OFFERED')
