import type { Delivery } from '@rootsquare/contract/trade/market'
import { isFeeRaise, koboOf, maxFeeOf, nairaOf, nairaText } from '@rootsquare/contract/lib/money'
import type { Tx } from '#api/db/db.ts'
import { invalid } from '#api/http/api-error.ts'

export type DeliveryRow = {
  offers_pickup: boolean
  offers_delivery: boolean
  fee_same_state_kobo: number
  fee_other_state_kobo: number
  state_code: string | null
  lga_code: string | null
}

/** The defaults of the table. */
const plainDelivery: Delivery = {
  methods: ['DELIVERY'],
  feeSameState: 0,
  feeOtherState: 0,
  stateCode: null,
  lgaCode: null,
}

/**
 * Returns the columns of the delivery. Without a delivery an item stays as it is, and a new one gets the defaults of the
 * table. Null puts the defaults back.
 */
export async function deliveryColumns(
  tx: Tx,
  given: Delivery | null | undefined,
): Promise<Partial<DeliveryRow>> {
  if (given === undefined) return {}
  const delivery = given ?? plainDelivery
  await rejectUnknownPlace(tx, delivery)
  const { methods, feeSameState, feeOtherState, stateCode, lgaCode } = delivery
  return {
    offers_pickup: methods.includes('PICKUP'),
    offers_delivery: methods.includes('DELIVERY'),
    fee_same_state_kobo: koboOf(feeSameState),
    fee_other_state_kobo: koboOf(feeOtherState),
    state_code: stateCode,
    lga_code: lgaCode,
  }
}

async function rejectUnknownPlace(tx: Tx, { stateCode, lgaCode }: Delivery): Promise<void> {
  if (stateCode === null && lgaCode === null) return
  if (stateCode === null) throw invalid({ 'delivery.stateCode': 'An LGA needs its state.' })
  const place = await tx
    .selectFrom('states')
    .leftJoin('lgas', (on) => on.onRef('lgas.state_code', '=', 'states.code').on('lgas.code', '=', lgaCode))
    .select('lgas.code as lga')
    .where('states.code', '=', stateCode)
    .executeTakeFirst()
  if (!place) throw invalid({ 'delivery.stateCode': 'No such state.' })
  if (place.lga !== lgaCode) throw invalid({ 'delivery.lgaCode': 'This LGA is not in the state.' })
}

export function deliveryOf(row: DeliveryRow): Delivery {
  return {
    methods: [
      ...(row.offers_pickup ? (['PICKUP'] as const) : []),
      ...(row.offers_delivery ? (['DELIVERY'] as const) : []),
    ],
    feeSameState: nairaOf(row.fee_same_state_kobo),
    feeOtherState: nairaOf(row.fee_other_state_kobo),
    stateCode: row.state_code,
    lgaCode: row.lga_code,
  }
}

type Fees = Pick<DeliveryRow, 'offers_delivery' | 'fee_same_state_kobo' | 'fee_other_state_kobo'>

/** Returns what delivery costs as the columns that approval stores. Fees of an item that is not delivered cost nobody anything. */
export const feesToApprove = (row: Fees) => ({
  approved_fee_same_state_kobo: row.offers_delivery ? row.fee_same_state_kobo : 0,
  approved_fee_other_state_kobo: row.offers_delivery ? row.fee_other_state_kobo : 0,
})

export type ApprovedFees = {
  approved_fee_same_state_kobo: number | null
  approved_fee_other_state_kobo: number | null
}

/** Returns the approved fees. They are unknown for an item that was approved before they were stored: then the current ones count. */
export const approvedFeesOf = (item: Fees & ApprovedFees) => ({
  approved_fee_same_state_kobo:
    item.approved_fee_same_state_kobo ?? feesToApprove(item).approved_fee_same_state_kobo,
  approved_fee_other_state_kobo:
    item.approved_fee_other_state_kobo ?? feesToApprove(item).approved_fee_other_state_kobo,
})

/** Whether a fee is so much higher than the approved one that it must be approved again. */
export function isFeeRaised(item: Fees & ApprovedFees, after: Fees): boolean {
  const [approved, wanted] = [approvedFeesOf(item), feesToApprove(after)]
  return (
    isFeeRaise(approved.approved_fee_same_state_kobo, wanted.approved_fee_same_state_kobo) ||
    isFeeRaise(approved.approved_fee_other_state_kobo, wanted.approved_fee_other_state_kobo)
  )
}

export const noFees = { fee_same_state_kobo: 0, fee_other_state_kobo: 0 }

type Priced = Pick<DeliveryRow, 'fee_same_state_kobo' | 'fee_other_state_kobo'> & { price_kobo: number }

/** Rejects a fee above the limit, at the field that was changed. A change of neither fees nor price leaves it to later. */
export function rejectHighFees(item: Priced, changed: { delivery?: unknown; price?: unknown }): void {
  const most = maxFeeOf(nairaOf(item.price_kobo))
  const limit = `Must be at most ${nairaText(most)} for an item at this price.`
  const fields = {
    ...(nairaOf(item.fee_same_state_kobo) > most && { 'delivery.feeSameState': limit }),
    ...(nairaOf(item.fee_other_state_kobo) > most && { 'delivery.feeOtherState': limit }),
  }
  if (Object.keys(fields).length === 0) return
  if (changed.delivery !== undefined) throw invalid(fields)
  if (changed.price !== undefined)
    throw invalid({
      price: `At this price, delivery may cost at most ${nairaText(most)}. Lower the fee too.`,
    })
}

export const isSameDelivery = (one: DeliveryRow, other: DeliveryRow) =>
  JSON.stringify(deliveryOf(one)) === JSON.stringify(deliveryOf(other))
