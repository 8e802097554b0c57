import { expect, test } from 'vitest'
import { rowFault, rowTemplates } from './row-types.ts'

test('the types of most rows are read from the sources', () => {
  const unread = rowTemplates.filter(({ properties }) => !properties)
  // Their types are derived from others, so neither the compiler nor this test compares these rows.
  const names = unread.map(({ place, type }) => `${place.split(':')[0]} ${type.split(' ')[0]}`)
  expect(names.toSorted()).toEqual([
    'features/cart/cart.ts CartLineRow',
    'features/disputes/get-dispute.ts MessageRow',
    'features/groups/named/named-groups.ts NamedGroup',
    'features/groups/sections/versions.ts Listed',
    'features/market/browse/item-page.ts Row',
    'features/messages/live/live-events.ts Row',
    'features/moderation/lock-out.ts LockedMember',
    'features/moderation/queues.ts Queues',
    'features/orders/lock-order.ts LockedRow',
    'features/orders/lock-order.ts LockedRow',
    'features/orders/payments/pay.ts OrderPayments',
    'features/people/suggestions.ts MemberSuggestion',
    'features/posts/lists/tags.ts PopularTag',
    'features/search/search-tags.ts TagEntry',
  ])
  expect(rowTemplates.length).toBeGreaterThan(100)
})

test.for([
  [{ id: 1, name: null }, undefined],
  [{ id: null, name: null }, 'id is null'],
  [{ id: '1', name: null }, 'id is string'],
  [{ id: 1, name: null, size: 2 }, undefined],
  [{ id: 1 }, 'name is missing'],
] as const)('compares %o with the type', ([row, fault]) => {
  const isText = (value: unknown) => typeof value === 'string' || value === null
  const isNumber = (value: unknown) => typeof value === 'number'
  const properties = new Map<string, (value: unknown) => boolean>([
    ['id', isNumber],
    ['name', isText],
  ])
  expect(rowFault(row, properties)).toBe(fault)
})
