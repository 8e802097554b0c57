import { createHmac } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { limits } from '@rootsquare/contract/lib/limits'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { buildMember, buildSignUp, password } from '#api/test/builders/members.ts'
import { startFakePaystack } from '#api/test/fakes/paystack.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { isWithin } from './rate-limits.ts'

const provider = await startFakePaystack()
afterAll(() => provider.stop())
/** The limits are a tenth of the usual ones, so that fewer calls exceed them. */
const app = await sharedApp({ settings: { ...provider.settings, RATE_LIMIT_SCALE: '0.1' } })

const most = limits.anonymous.max / 10
const more = most + 100

/** Returns how many calls got each status. Some of them run at the same time. */
async function statusesOf(ask: (nth: number) => Promise<{ status: number }>) {
  const counts: Record<number, number> = {}
  for (let from = 0; from < more; from += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, nth) => ask(from + nth)))
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

function sendEvent(reference: string, key: string, address: string) {
  const body = JSON.stringify({ event: 'charge.success', data: { reference } })
  const headers = {
    'x-paystack-signature': createHmac('sha512', key).update(body).digest('hex'),
    'x-forwarded-for': address,
  }
  return app.call('POST', '/payment/webhook', { body, headers })
}

describe('without any rate limit', () => {
  test('stores all of 200 signed payment events from one address', async () => {
    expect(await statusesOf((nth) => sendEvent(`burst-${nth}`, provider.secretKey, '203.0.113.1'))).toEqual({
      200: more,
    })
    const stored = app.deps.db
      .selectFrom('payment_events')
      .where('reference', 'like', 'burst-%')
      .select(({ fn }) => fn.countAll().as('n'))
    expect(await stored.execute()).toEqual([{ n: more }])
  })

  test.each(['/health', '/health/ready'])('%s answers any number of calls in a row', async (path) => {
    const headers = { 'x-forwarded-for': '203.0.113.2' }
    expect(await statusesOf(() => app.call('GET', path, { headers }))).toEqual({ 200: more })
  })

  test('signed events and health pass when the address is over its limit', async () => {
    const headers = await useUp('203.0.113.3', most)
    expect(await app.call('GET', '/config', { headers })).toMatchObject({ status: 429 })
    expectOk(await app.call('GET', '/health', { headers }))
    expectOk(await sendEvent('signed', provider.secretKey, '203.0.113.3'))
  })
})

test('log-in, codes and mails pass when strangers have used up the address', async () => {
  const { username, email } = await buildMember(app)
  const headers = await useUp('203.0.113.5', most)
  const post = (path: string, body: object) => app.call('POST', path, { headers, body })
  expectFailure(await app.call('GET', '/config', { headers }), 429)
  expectOk(await post('/login', { username, userSecret: password }))
  expectOk(await post('/create/user', await buildSignUp(app)))
  expectOk(await post('/password/reset', { email, resetUrl: app.deps.settings.publicUrl }))
  expectFailure(await post('/signup/email/verify', { verificationCode: 'x' }), 400, 'INVALID_CODE')
})

/** Counts as many calls as if this address had already made them. */
async function useUp(address: string, times: number) {
  for (let nth = 0; nth < times; nth += 1) await isWithin(app.deps, 'anonymous', address)
  return { 'x-forwarded-for': address }
}

test('events with a wrong signature count as anonymous calls', async () => {
  await useUp('203.0.113.4', most - 1)
  expectFailure(await sendEvent('forged', 'another key', '203.0.113.4'), 401, 'WRONG_SIGNATURE')
  expectFailure(await sendEvent('forged', 'another key', '203.0.113.4'), 429)
  expectOk(await sendEvent('signed after forged', provider.secretKey, '203.0.113.4'))
})
