import { z } from 'zod'
import { describedBy } from '@rootsquare/contract/lib/endpoint'
import { listStates } from '@rootsquare/contract/addresses'
import { describe, expect, test } from 'vitest'
import { buildMember } from '#api/test/builders/members.ts'
import type { Called } from '#api/test/call.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const token = (await buildMember(app)).token

function list({ body }: Called, field: 'name' | 'code'): string[] {
  const places = z.object({ data: describedBy(listStates).reply }).parse(body).data
  return places.map((place) => place[field])
}

describe('GET /state', () => {
  test('lists the 37 states by name, with their ISO codes', async () => {
    const called = await app.call('GET', '/state', { token })
    expect(called.status).toBe(200)
    expect(list(called, 'name')).toHaveLength(37)
    expect(new Set(list(called, 'code')).size).toBe(37)
    expect(list(called, 'name')).toEqual(list(called, 'name').toSorted())
    expect(called).toHaveProperty('body.data.0', { name: 'Abia', code: 'NG-AB' })
    expect(list(called, 'code').every((code) => /^NG-[A-Z]{2}$/.test(code))).toBe(true)
  })

  test('answers 304 to a known ETag', async () => {
    const etag = (await app.call('GET', '/state', { token })).headers.get('etag') ?? ''
    const again = await app.call('GET', '/state', { token, headers: { 'if-none-match': etag } })
    expect(again).toMatchObject({ status: 304, body: null })
  })
})

describe('GET /state/lga/{id}', () => {
  test('lists 774 different LGAs over all states', async () => {
    const codes: string[] = []
    for (const state of list(await app.call('GET', '/state', { token }), 'code')) {
      const called = await app.call('GET', `/state/lga/${state}`, { token })
      expect(called.status).toBe(200)
      expect(list(called, 'code').filter((code) => !code.startsWith(`${state}-`))).toEqual([])
      codes.push(...list(called, 'code'))
    }
    expect(codes).toHaveLength(774)
    expect(new Set(codes).size).toBe(774)
  })

  test('accepts the code in any case and orders by name', async () => {
    const called = await app.call('GET', '/state/lga/ng-la', { token })
    expect(called.status).toBe(200)
    expect(list(called, 'name')).toHaveLength(20)
    expect(list(called, 'name').slice(0, 2)).toEqual(['Agege', 'Ajeromi-Ifelodun'])
    expect(called.body).toEqual((await app.call('GET', '/state/lga/NG-LA', { token })).body)
  })

  test('answers 304 to a known ETag', async () => {
    const etag = (await app.call('GET', '/state/lga/NG-KN', { token })).headers.get('etag') ?? ''
    const again = await app.call('GET', '/state/lga/NG-KN', { token, headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })

  test.each(['NG-XX', 'GH-AA'])('answers 404 for the state %s', async (code) => {
    const { status, body } = await app.call('GET', `/state/lga/${code}`, { token })
    expect({ status, code: body.code, error: body.error }).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      error: ['No such state.'],
    })
  })

  test.each(['1', '-1', 'Lagos', 'NG-LAG', 'NG%25', 'NG-L%00', '%27', 'x'.repeat(200)])(
    'rejects %s',
    async (code) => {
      const { status, body } = await app.call('GET', `/state/lga/${code}`, { token })
      expect(status).toBe(400)
      expect(body.error).toEqual([expect.any(String)])
    },
  )
})
