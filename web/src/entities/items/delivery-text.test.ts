import type { Delivery } from '@rootsquare/contract/trade/market'
import { expect, test } from 'vitest'
import { deliveryLines, shopDeliveryLines, type DeliveryLine } from '#web/entities/items/delivery-text.ts'

const textsOf = (lines: DeliveryLine[]) => lines.map(({ text }) => text)

const free: Delivery = {
  methods: ['DELIVERY'],
  feeSameState: 0,
  feeOtherState: 0,
  stateCode: 'NG-LA',
  lgaCode: null,
}

test.each([
  [{}, 'Lagos', ['Delivery from Lagos included']],
  [{}, undefined, ['Delivery included']],
  [{ methods: ['PICKUP'] }, 'Enugu', ['Pick-up in Enugu']],
  [{ methods: ['PICKUP'] }, undefined, ['Pick-up']],
  [
    { methods: ['PICKUP', 'DELIVERY'], feeSameState: 1500, feeOtherState: 3000 },
    'Lagos',
    ['Pick-up in Lagos', 'Delivery: ₦1,500.00 in Lagos, ₦3,000.00 elsewhere'],
  ],
  [{ feeSameState: 900, feeOtherState: 900 }, 'Lagos', ['Delivery from Lagos: ₦900.00']],
  [{ feeOtherState: 900 }, undefined, ['Delivery: free in the same state, ₦900.00 elsewhere']],
] satisfies [Partial<Delivery>, string | undefined, string[]][])(
  'says %j as a buyer reads it',
  (change, state, texts) => expect(textsOf(deliveryLines({ ...free, ...change }, state))).toEqual(texts),
)

test('sums up the delivery of a shop', () => {
  const pickup: Delivery = { ...free, methods: ['PICKUP'] }
  const paid: Delivery = { ...free, feeSameState: 500, feeOtherState: 3000 }
  expect(textsOf(shopDeliveryLines([], []))).toEqual([])
  expect(textsOf(shopDeliveryLines([free], []))).toEqual(['Delivery included'])
  expect(textsOf(shopDeliveryLines([pickup, paid], ['Lagos', 'Oyo']))).toEqual([
    'Pick-up in Lagos, Oyo',
    'Delivery: ₦500.00 to ₦3,000.00',
  ])
  expect(textsOf(shopDeliveryLines([free, paid], []))).toEqual(['Delivery: up to ₦3,000.00'])
})
