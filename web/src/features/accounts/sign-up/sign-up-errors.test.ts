import { expect, test } from 'vitest'
import { signUpTroubles } from '#web/features/accounts/sign-up/sign-up-errors.ts'

const { firstName, lastName, username, email, password, group, consent } = signUpTroubles
const mixed = 'at least a number, upper & lower case, special character'

test('asks for every field', () => {
  const texts = [firstName, lastName, username, email, password].map((trouble) => trouble(''))
  expect([...texts, group(null), consent(false)]).toEqual(Array.from({ length: 7 }, () => 'Required.'))
})

test('finds nothing wrong with what fits', () => {
  const texts = [firstName('Ṣadé'), lastName('Ọláyínká'), username('sade_1.o'), email('sade@example.com')]
  const rest = [password('Abcdefgh1#'), group({ id: 1, name: 'Yoruba' }), consent(true)]
  expect([...texts, ...rest]).toEqual(Array.from({ length: 7 }, () => null))
})

test.each(['ada.example.com', 'ada@example', 'a da@example.com'])('rejects %s as an address', (typed) => {
  expect(email(typed)).toBe('Email must be valid')
})

test.each([
  ['Ab1#', 'Min 8 characters'],
  ['abcdefgh1#', mixed],
  ['ABCDEFGH1#', mixed],
  ['Abcdefghi#', mixed],
  ['Abcdefghi1', mixed],
])('rejects %s as a password', (typed, words) => {
  expect(password(typed)).toBe(words)
})

test.each(['a b', 'ab', 'a'.repeat(31), 'ṣadé'])('rejects %s as a username', (typed) => {
  expect(username(typed)).toBe('3 to 30 letters, digits, _ and .')
})
