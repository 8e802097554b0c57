import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildMember } from '#api/test/builders/members.ts'
import { requestText, sendRaw } from '#api/test/answer.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { pagePolicy } from './headers.ts'

const app = await sharedApp()
const token = (await buildMember(app)).token

/** Expects the headers that every response has, whichever part of the server sends it. */
function expectSecure(headers: Headers): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('server')).toBeNull()
  expect(headers.get('access-control-allow-origin')).toBeNull()
}

describe('security headers are sent with', () => {
  test.each([
    ['GET', '/health'],
    ['GET', '/groups'],
    ['GET', '/nothing'],
    ['POST', '/health'],
    ['POST', '/login'],
    ['GET', '/docs'],
    ['GET', '/openapi.json'],
    ['GET', '/user/search'],
  ])('%s %s', async (method, path) => {
    const response = await fetch(`${app.url}/api${path}`, { method })
    expectSecure(response.headers)
    await response.text()
  })

  test('the page', async () => {
    const response = await fetch(app.url)
    expectSecure(response.headers)
    await response.text()
  })

  test('a response that must not be stored says no-store', async () => {
    for (const path of ['/config', '/nothing', '/user/1']) {
      expect((await app.call('GET', path, { token })).headers.get('cache-control')).toBe('no-store')
    }
  })

  test('a request without a route gets nosniff too', async () => {
    const answer = await sendRaw(app.url, requestText('GET /api/groups/%zz'))
    expect(answer.head).toMatch(/x-content-type-options: nosniff/i)
    expect(answer.head).toMatch(/content-type: application\/json; charset=utf-8/i)
  })
})

describe('HSTS is sent', () => {
  test('only if the public URL is HTTPS', async () => {
    expect((await app.call('GET', '/health')).headers.get('strict-transport-security')).toBeNull()
    const settings = { PUBLIC_URL: 'https://square.example', PAYMENTS: 'sandbox' }
    const secure = await temporaryApp({ settings })
    const { headers } = await secure.call('GET', '/health')
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
  })
})

describe('the content security policy of the page', () => {
  test('forbids inline scripts, eval, plugins, frames and another base', () => {
    const policy = pagePolicy('abc', app.deps.settings)
    expect(policy).not.toMatch(/unsafe|\*|http:/)
    for (const name of ['default-src', 'object-src', 'base-uri', 'frame-ancestors'])
      expect(policy.split('; ')).toContain(`${name} 'none'`)
  })

  test('allows the configured media hosts and no others', () => {
    const s3 = { endpoint: 'https://s3.example/x', publicUrl: 'https://cdn.example/media' }
    const keys = { bucket: 'b', keyId: 'k', secret: 's', region: 'auto' }
    const cloudinary = { uploadUrl: 'https://api.cloudinary.com/v1_1/square/image/upload', preset: 'p' }
    const policy = pagePolicy('abc', { ...app.deps.settings, s3: { ...s3, ...keys }, cloudinary })
    const hosts = [...policy.matchAll(/https:\/\/[^\s;]+/g)].map(([address]) => address)
    const own = ['https://cdn.example', 'https://s3.example']
    const theirs = ['https://res.cloudinary.com', 'https://api.cloudinary.com']
    expect(new Set(hosts)).toEqual(new Set([...own, ...theirs]))
    expect(policy).toMatch(/connect-src 'self' https:\/\/cdn\.example .*https:\/\/api\.cloudinary\.com;/)
  })
})

describe('the readable page of the API', () => {
  test('loads nothing, and its style matches the hash in the policy', async () => {
    const response = await fetch(`${app.url}/api/docs`)
    const html = await response.text()
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`
    expect(response.headers.get('content-security-policy')).toBe(policy)
    expect(html).not.toMatch(/<script|<link|<img|style="|onclick/)
  })
})

describe('ETags', () => {
  test('stay the same, and a match is a 304 without a body', async () => {
    const first = await app.call('GET', '/groups', { query: { size: 2 } })
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toBe('public, max-age=10')
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await app.call('GET', '/groups?size=2', { headers: { 'if-none-match': known } })
      expect(again).toMatchObject({ status: 304, body: null })
      expect(again.headers.get('etag')).toBe(tag)
    }
  })

  test('differ for different responses', async () => {
    const tags = await Promise.all(
      ['/groups?size=2', '/groups?size=3', '/groups/1', '/groups/page/1'].map(async (path) => {
        const { headers } = await app.call('GET', path, { headers: { 'if-none-match': '"other"' } })
        return headers.get('etag')
      }),
    )
    expect(new Set(tags).size).toBe(4)
  })

  test('change when the group changes', async () => {
    const before = await app.call('GET', '/groups/2')
    await app.deps.db.updateTable('groups').set({ description: 'Changed.' }).where('id', '=', 2).execute()
    const known = before.headers.get('etag') ?? ''
    const after = await app.call('GET', '/groups/2', { headers: { 'if-none-match': known } })
    expect(after.status).toBe(200)
    expect(after.headers.get('etag')).not.toBe(known)
  })

  test('make member responses private to the browser', async () => {
    const { headers } = await app.call('GET', '/state', { token })
    expect(headers.get('cache-control')).toBe('private, max-age=3600')
    expect(headers.get('vary')?.toLowerCase()).toContain('authorization')
  })
})

describe('URLs and encodings', () => {
  test('a slash at the end makes no difference', async () => {
    for (const path of ['/groups', '/groups/1', '/health', '/docs']) {
      const [plain, slashed] = [await fetch(`${app.url}/api${path}`), await fetch(`${app.url}/api${path}/`)]
      expect([path, slashed.status]).toEqual([path, plain.status])
      expect(await slashed.text()).toBe(await plain.text())
    }
    const slashed = await app.call('POST', '/login/', { body: { username: 'nobody', userSecret: 'x' } })
    expect(slashed.body).toMatchObject({ code: 'BAD_CREDENTIALS' })
    expect((await app.call('DELETE', '/login/')).status).toBe(405)
  })
})

test('a large response is compressed if the client accepts it', async () => {
  for (const encoding of ['br', 'gzip']) {
    const headers = { 'accept-encoding': encoding }
    const response = await fetch(`${app.url}/api/groups?size=100`, { headers })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(await response.json()).toHaveProperty('data.content')
  }
})
