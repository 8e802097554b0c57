import { expect, test } from 'vitest'
import {
  signUpRules,
  signUpFailureText,
  signUpNotice,
} from '#web/features/accounts/sign-up/sign-up-errors.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { CallError, noResponse } from '#web/lib/net/call.ts'

const { group, consent } = signUpRules
const firstName = fieldErrorIn(signUpRules.firstName)
const lastName = fieldErrorIn(signUpRules.lastName)
const username = fieldErrorIn(signUpRules.username)
const email = fieldErrorIn(signUpRules.email)
const password = fieldErrorIn(signUpRules.password)
const mixed = 'at least a number, upper & lower case, special character'
const failed = 'Registration failed. Please check your inputs.'
const wentWrong = 'Something went wrong. Please try again later.'
const taken = {
  username: 'This username is already taken.',
  emailAddress: 'This email address is already registered.',
}

test('requires every field', () => {
  const texts = [firstName, lastName, username, email, password].map((errorOf) => errorOf(''))
  expect([...texts, group(null), consent(false)]).toEqual(Array.from({ length: 7 }, () => 'Required.'))
})

test('accepts valid fields', () => {
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
])('rejects %s as a password', (typed, text) => {
  expect(password(typed)).toBe(text)
})

test.each(['a b', 'ab', 'a'.repeat(31), 'ṣadé'])('rejects %s as a username', (typed) => {
  expect(username(typed)).toBe('3 to 30 letters, digits, _ and .')
})

test('shows the errors of address, name and password in this order', () => {
  const failure = new CallError(409, { error: Object.values(taken), fields: taken })
  expect(signUpFailureText(failure)).toBe(`${taken.emailAddress}, ${taken.username}`)
  expect(signUpNotice(failure)).toEqual([])
})

test('shows beside the form an error that belongs to no field', () => {
  const failure = new CallError(429, { error: ['Too many sign-ups from here.'] })
  expect(signUpFailureText(failure)).toBe(failed)
  expect(signUpNotice(failure)).toEqual(['Too many sign-ups from here.'])
})

test('suggests to try later if the server has not answered', () => {
  for (const failure of [noResponse(), new CallError(502, {}), new Error('torn')]) {
    expect(signUpFailureText(failure)).toBe(wentWrong)
    expect(signUpNotice(failure)).toEqual([])
  }
})
