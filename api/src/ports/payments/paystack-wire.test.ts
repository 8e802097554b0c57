import { expect, test } from 'vitest'
import { ListedRefunds, parseWire, WireRefund } from './paystack-wire.ts'

test('keeps every digit of a 64-bit id', () => {
  const wire = '{"id": 18446744073709551615, "status": "pending"}'
  expect(WireRefund.parse(parseWire(wire)).id).toBe('18446744073709551615')
  expect(WireRefund.parse(parseWire('{"id": 12, "status": "pending"}')).id).toBe('12')
  const listed = '[{"id": 1, "status": "x", "amount": 5, "transaction": {"id": 9223372036854775807}}]'
  expect(ListedRefunds.parse(parseWire(listed))[0]?.transaction.id).toBe('9223372036854775807')
  expect(WireRefund.safeParse(parseWire('{"id": 1.5, "status": "pending"}')).success).toBe(false)
})
