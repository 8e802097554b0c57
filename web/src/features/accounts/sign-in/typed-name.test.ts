import { expect, test } from 'vitest'
import {
  rememberTypedAddress,
  rememberTypedName,
  typedAddress,
  typedName,
} from '#web/features/accounts/sign-in/typed-name.ts'

test('passes an address from sign-in to the reset and back', () => {
  rememberTypedName('ada@example.com')
  expect(typedAddress()).toBe('ada@example.com')
  rememberTypedAddress('ada.n@example.com')
  expect(typedName()).toBe('ada.n@example.com')
})

test('does not pass a username to the reset or replace it by an address', () => {
  rememberTypedName('ada.n')
  expect(typedAddress()).toBe('')
  rememberTypedAddress('ada@example.com')
  expect(typedName()).toBe('ada.n')
})
