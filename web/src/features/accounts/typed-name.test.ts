import { expect, test } from 'vitest'
import { keepAddress, keepName, typedAddress, typedName } from '#web/features/accounts/typed-name.ts'

test('takes an address from sign-in to the reset, and back', () => {
  keepName('ada@example.com')
  expect(typedAddress()).toBe('ada@example.com')
  keepAddress('ada.n@example.com')
  expect(typedName()).toBe('ada.n@example.com')
})

test('takes no username to the reset, and puts no address over one', () => {
  keepName('ada.n')
  expect(typedAddress()).toBe('')
  keepAddress('ada@example.com')
  expect(typedName()).toBe('ada.n')
})
