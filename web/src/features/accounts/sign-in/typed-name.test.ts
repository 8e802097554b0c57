import { expect, test } from 'vitest'
import { saveAddress, keepName, typedAddress, typedName } from '#web/features/accounts/sign-in/typed-name.ts'

test('takes an address from sign-in to the reset, and back', () => {
  keepName('ada@example.com')
  expect(typedAddress()).toBe('ada@example.com')
  saveAddress('ada.n@example.com')
  expect(typedName()).toBe('ada.n@example.com')
})

test('takes no username to the reset, and puts no address over one', () => {
  keepName('ada.n')
  expect(typedAddress()).toBe('')
  saveAddress('ada@example.com')
  expect(typedName()).toBe('ada.n')
})
