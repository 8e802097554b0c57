import { expect, test } from 'vitest'
import { passwordRules } from '#web/features/accounts/settings/change-password-errors.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'

const { oldCipher, confirmNewCipher } = passwordRules
const newCipher = fieldErrorIn(passwordRules.newCipher)
const typed = (fresh: string) => ({ newCipher: fresh })

test('requires all three passwords', () => {
  expect([oldCipher(''), newCipher(''), confirmNewCipher('', typed(''))]).toEqual(
    Array.from({ length: 3 }, () => 'Required.'),
  )
})

test('requires eight characters in the old and the new password', () => {
  for (const errorOf of [oldCipher, newCipher])
    expect(errorOf('Abc#123')).toBe('Minimum 8 characters password.')
  expect(oldCipher('plainpassword')).toBeNull()
})

test.each(['plainpassword', 'Plainpassword', 'Plainpassword1', 'plainpassword1#', 'PLAINPASSWORD1#'])(
  'rejects %s as a new password',
  (password) => {
    expect(newCipher(password)).toBe('at least a number, upper & lower case, special character')
  },
)

test('requires the new password twice', () => {
  expect(newCipher('Another#2027')).toBeNull()
  expect(confirmNewCipher('Another#2027', typed('Another#2027'))).toBeNull()
  expect(confirmNewCipher('Another#2026', typed('Another#2027'))).toBe(
    'New password must match with confirm new password.',
  )
})
