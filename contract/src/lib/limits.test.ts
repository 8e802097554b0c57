import { expect, test } from 'vitest'
import { limits, type Limit } from './limits.ts'

test('the limits are those of the spec', () => {
  expect(limits.signUp).toEqual({ per: 'address', max: 60, seconds: 3600 })
  expect(limits.login).toEqual({ per: 'address', max: 300, seconds: 3600 })
  expect(limits.loginAccount).toEqual({ per: 'account', max: 10, seconds: 900 })
  expect(limits.mailAccount).toEqual({ per: 'account', max: 3, seconds: 3600 })
})

test('600 calls a minute are enough for an hour’s posts at once', () => {
  expect(limits.member).toEqual({ per: 'member', max: 600, seconds: 60 })
})

test('limits on guessing count what was tried', () => {
  const tried: Limit[] = [limits.login, limits.loginAccount, limits.code, limits.password, limits.signUp]
  for (const { of } of tried) expect(of).toBeUndefined()
})

test('a limit per address is generous: thousands of people may share one', () => {
  const perAddress = Object.values(limits).filter(({ per }) => per === 'address')
  expect(perAddress.length).toBeGreaterThan(0)
  for (const { max, seconds } of perAddress) expect(max / (seconds / 3600)).toBeGreaterThanOrEqual(60)
})

test('no limit is endless or empty', () => {
  for (const { max, seconds } of Object.values(limits)) {
    expect(max).toBeGreaterThan(0)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(86_400)
  }
})
