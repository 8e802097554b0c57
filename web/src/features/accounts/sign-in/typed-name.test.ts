import { expect, test } from 'vitest'
import {
  rememberAddress,
  rememberName,
  typedAddress,
  typedName,
} from '#web/features/accounts/sign-in/typed-name.ts'

test('passes an address from sign-in to the reset, and back', () => {
  rememberName('ada@example.com')
  expect(typedAddress()).toBe('ada@example.com')
  rememberAddress('ada.n@example.com')
  expect(typedName()).toBe('ada.n@example.com')
})

test('passes no username to the reset, and replaces none by an address', () => {
  rememberName('ada.n')
  expect(typedAddress()).toBe('')
  rememberAddress('ada@example.com')
  expect(typedName()).toBe('ada.n')
})
