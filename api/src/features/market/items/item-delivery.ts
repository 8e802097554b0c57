import type { Delivery } from '@rootsquare/contract/trade/market'
import { koboOf, nairaOf } from '@rootsquare/contract/lib/money'
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
  if (place.lga !== lgaCode) throw invalid({ 'delivery.lgaCode': 'This LGA does not lie in the state.' })
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

export const isSameDelivery = (one: DeliveryRow, other: DeliveryRow) =>
  JSON.stringify(deliveryOf(one)) === JSON.stringify(deliveryOf(other))
