import { expect, test } from 'vitest'
import { passwordTroubles } from '#web/features/accounts/settings/change-password-troubles.ts'

const { oldCipher, newCipher, confirmNewCipher } = passwordTroubles
const typed = (fresh: string) => ({ oldCipher: '', newCipher: fresh, confirmNewCipher: '' })

test('asks for all three passwords', () => {
  expect([oldCipher(''), newCipher(''), confirmNewCipher('', typed(''))]).toEqual(
    Array.from({ length: 3 }, () => 'Required.'),
  )
})

test('wants at least eight characters of the old and of the new one', () => {
  for (const trouble of [oldCipher, newCipher])
    expect(trouble('Abc#123')).toBe('Minimum 8 characters password.')
  expect(oldCipher('plainpassword')).toBeNull()
})

test.each(['plainpassword', 'Plainpassword', 'Plainpassword1', 'plainpassword1#', 'PLAINPASSWORD1#'])(
  'rejects %s as a new password',
  (password) => {
    expect(newCipher(password)).toBe('at least a number, upper & lower case, special character')
  },
)

test('wants the new password twice', () => {
  expect(newCipher('Another#2027')).toBeNull()
  expect(confirmNewCipher('Another#2027', typed('Another#2027'))).toBeNull()
  expect(confirmNewCipher('Another#2026', typed('Another#2027'))).toBe(
    'New password must match with confirm new password.',
  )
})
