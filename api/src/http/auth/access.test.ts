import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, type Access, type Endpoint } from '@rootsquare/contract/lib/endpoint'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildMember, updateMember } from '#api/test/builders/members.ts'
import { expectFailure } from '#api/test/answer.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { contractEndpoints } from '#api/test/contract-endpoints.ts'
import { updateRows } from '#api/test/rows.ts'

const accessLevels = ['public', 'member', 'moderator', 'admin', 'superadmin'] as const

const behind = (access: Access) =>
  endpoint({
    method: 'GET',
    path: `/test/behind/${access}`,
    access,
    summary: `For ${access}`,
    reply: z.object({ viewerId: z.int().nullable() }),
  })

function serveEachAccess(app: RouteContext): void {
  for (const access of accessLevels)
    serve(app, behind(access), async ({ viewer }) => ({ viewerId: viewer?.id ?? null }))
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const app = await sharedApp({ extraRoutes: [serveEachAccess] })
const described = await contractEndpoints()
const served = app.served.filter(({ path }) => !path.startsWith('/test/'))

describe('the contract', () => {
  test('is served completely, and nothing else is', () => {
    expect(served.length).toBeGreaterThan(20)
    expect(served.map(nameOf).toSorted()).toEqual(described.map(nameOf).toSorted())
  })

  test('has each endpoint once', () => {
    const names = described.map(nameOf)
    expect(names).toEqual([...new Set(names)])
  })

  test('lists each public endpoint here by name', () => {
    for (const call of described)
      expect([nameOf(call), accessLevels.includes(call.access)]).toEqual([nameOf(call), true])
    const open = described.filter(({ access }) => access === 'public').map(nameOf)
    expect(new Set(open)).toEqual(
      new Set([
        'GET /config',
        'GET /groups',
        'GET /groups/:id',
        'GET /groups/page/:id',
        'GET /health',
        'GET /health/ready',
        'GET /post/fetch/:id',
        'POST /create/user',
        'POST /login',
        'POST /notifications/unsubscribe',
        'POST /password/reset',
        'POST /payment/webhook',
        'POST /signup/email/change',
        'POST /signup/email/resend',
        'POST /signup/email/verify',
        'PUT /password/reset',
      ]),
    )
  })

  test('has a summary for every endpoint', () => {
    for (const { summary } of described) expect(summary.length).toBeGreaterThan(4)
  })
})

const behindMember = (token: string) => app.call('GET', '/test/behind/member', { token })

/** Returns a URL that reaches the route. The values need not be valid, because access is checked first. */
const addressOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, '1')

describe('every endpoint that is not public', () => {
  test('rejects a missing or invalid token with a 401, whatever the body is', async () => {
    // HEAD has no body that could say why.
    const closed = served.filter(({ access, method }) => access !== 'public' && method !== 'HEAD')
    expect(closed.length).toBeGreaterThan(5)
    for (const call of closed) {
      const request = call.method === 'GET' ? {} : { body: {} }
      expectFailure(await app.call(call.method, addressOf(call), request), 401, 'UNAUTHENTICATED')
      const forged = await app.call(call.method, addressOf(call), { ...request, token: 'a.b.c' })
      expectFailure(forged, 401, 'SESSION_ENDED')
    }
  })

  test('rejects a member with a 403 if it is for staff', async () => {
    const { token } = await buildMember(app)
    const staff = app.served.filter(({ access }) => ['moderator', 'admin', 'superadmin'].includes(access))
    expect(staff.length).toBeGreaterThan(0)
    for (const call of staff) {
      expectFailure(await app.call(call.method, addressOf(call), { token }), 403, 'FORBIDDEN')
    }
  })
})

describe('access by role', () => {
  const expected = {
    nobody: ['public'],
    USER: ['public', 'member'],
    moderator: ['public', 'member', 'moderator'],
    ADMIN: ['public', 'member', 'moderator', 'admin'],
    SUPERADMIN: ['public', 'member', 'moderator', 'admin', 'superadmin'],
  }

  async function tokenOf(who: keyof typeof expected): Promise<string | undefined> {
    if (who === 'nobody') return undefined
    if (who !== 'moderator') return (await buildMember(app, { role: who })).token
    const member = await buildMember(app)
    await updateRows(app.deps.db, 'memberships', { member_id: member.id }, { is_moderator: true })
    return member.token
  }

  test.each(['nobody', 'USER', 'moderator', 'ADMIN', 'SUPERADMIN'] as const)(
    '%s may call exactly the endpoints that the role allows',
    async (who) => {
      const token = await tokenOf(who)
      const request = token === undefined ? {} : { token }
      const opened = []
      for (const access of accessLevels) {
        const answer = await app.call('GET', `/test/behind/${access}`, request)
        if (answer.status === 200) opened.push(access)
        else expectFailure(answer, who === 'nobody' ? 401 : 403)
      }
      expect(opened).toEqual(expected[who])
    },
  )

  test('a banned member gets the reason, and is anonymous on public endpoints', async () => {
    const { id, token } = await buildMember(app, { role: 'ADMIN' })
    await updateMember(app, { id }, { banned_at: app.clock.now(), ban_reason: 'Sold a goat twice' })
    const failure = expectFailure(await behindMember(token), 403, 'ACCOUNT_BANNED')
    expect(failure.reason).toBe('Sold a goat twice')
    const open = await app.call('GET', '/test/behind/public', { token })
    expect(open).toMatchObject({ status: 200, body: { data: { viewerId: null } } })
  })

  test('a suspended member has no access until the suspension ends', async () => {
    const { id, token } = await buildMember(app)
    const until = inDays(app.clock.now(), 0.01)
    await updateMember(app, { id }, { suspended_until: until, suspension_reason: 'Loud' })
    const failure = expectFailure(await behindMember(token), 403, 'ACCOUNT_SUSPENDED')
    expect(failure).toMatchObject({ reason: 'Loud', until: until.toISOString() })
    await updateMember(app, { id }, { suspended_until: app.clock.now() })
    expect((await app.call('GET', '/test/behind/member', { token })).status).toBe(200)
  })

  test('an admin who becomes a member loses access at once', async () => {
    const { id, token } = await buildMember(app, { role: 'ADMIN' })
    expect((await app.call('GET', '/test/behind/admin', { token })).status).toBe(200)
    await updateMember(app, { id }, { role: 'USER' })
    expectFailure(await app.call('GET', '/test/behind/admin', { token }), 403)
  })

  test('a token with another key, audience or claim is rejected', async () => {
    const { token } = await buildMember(app)
    const [head = '', claims = '', signature = ''] = token.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const read = z.looseObject({}).parse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
    const forged = [
      `${head}.${encode({ ...read, roles: ['SUPERADMIN'] })}.${signature}`,
      `${encode({ alg: 'none' })}.${claims}.`,
      `${encode({ alg: 'none' })}.${claims}.${signature}`,
      `${encode({ alg: 'HS512' })}.${claims}.${signature}`,
      `${head}.${claims}`,
      `${head}.${claims}.${signature.slice(0, -2)}`,
      token.toUpperCase(),
    ]
    for (const bad of forged) expectFailure(await behindMember(bad), 401)
    expect((await app.call('GET', '/test/behind/member', { token })).status).toBe(200)
  })

  test('a token works only as long as its session exists', async () => {
    const { id, token } = await buildMember(app)
    await app.deps.db.deleteFrom('sessions').where('member_id', '=', id).execute()
    expectFailure(await behindMember(token), 401, 'SESSION_ENDED')
  })
})

test('a token expires', async () => {
  const other = await temporaryApp({ extraRoutes: [serveEachAccess], settings: { TOKEN_TTL_MINUTES: '10' } })
  const { token } = await buildMember(other)
  other.clock.move(9.9 * 60_000)
  expect((await other.call('GET', '/test/behind/member', { token })).status).toBe(200)
  other.clock.move(0.2 * 60_000)
  expectFailure(await other.call('GET', '/test/behind/member', { token }), 401, 'SESSION_ENDED')
})
