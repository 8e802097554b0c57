import { expect, test } from 'vitest'
import { signUpFailureText, signUpNotice } from '#web/features/accounts/sign-up/sign-up-failure.ts'
import { CallError, noResponse } from '#web/lib/net/call.ts'

const failed = 'Registration failed. Please check your inputs.'
const wentWrong = 'Something went wrong. Please try again later.'
const taken = {
  username: 'This username is already taken.',
  emailAddress: 'This email address is already registered.',
}

test('says what the server says of address, name and password, in this order', () => {
  const failure = new CallError(409, { error: Object.values(taken), fields: taken })
  expect(signUpFailureText(failure)).toBe(`${taken.emailAddress}, ${taken.username}`)
  expect(signUpNotice(failure)).toEqual([])
})

test('says beside the form what the server says of no field', () => {
  const failure = new CallError(429, { error: ['Too many sign-ups from here.'] })
  expect(signUpFailureText(failure)).toBe(failed)
  expect(signUpNotice(failure)).toEqual([failed, 'Too many sign-ups from here.'])
})

test('asks to try later where no answer came, or none of ours', () => {
  for (const failure of [noResponse(), new CallError(502, {}), new Error('torn')]) {
    expect(signUpFailureText(failure)).toBe(wentWrong)
    expect(signUpNotice(failure)).toEqual([wentWrong])
  }
})
