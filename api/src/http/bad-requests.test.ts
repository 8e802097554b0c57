import { describe, expect, test } from 'vitest'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure, expectOk, requestText, sendRaw } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const token = (await buildMember(app)).token

const json = { 'content-type': 'application/json' }
const login = { username: 'nobody.here', userSecret: 'Some#1word' }

const post = 'POST /api/login HTTP/1.1\r\nhost: a\r\n'
const csv = { body: 'x', headers: { 'content-type': 'text/csv' } }
const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'nonsense',
]
const sendLogin = (body: string) => app.call('POST', '/login', { body, headers: json })
const sendText = (...request: Parameters<typeof requestText>) => sendRaw(app.url, requestText(...request))

describe('an unknown path', () => {
  test.each([
    '/nothing',
    '/',
    '/user/1/2/3',
    '/groups/1/x',
    '/health/readyy',
    '/Health',
    '/..%2fhealth',
    '/health;x',
  ])('%s is a 404 in the error form', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      expectFailure(await app.call(method, path, method === 'GET' ? {} : { body: {} }), 404, 'NOT_FOUND')
    }
  })

  test('is a 404 whatever its body looks like', async () => {
    expectFailure(await app.call('POST', '/nothing', { body: '{broken', headers: json }), 404, 'NOT_FOUND')
    expectFailure(await app.call('POST', '/nothing', csv), 404)
  })

  test('gets no page of the web app under a reserved prefix', async () => {
    for (const path of ['/media/nothing.webp', '/sandbox/nothing', '/assets/nothing.js']) {
      const response = await fetch(app.url + path)
      expectFailure({ status: response.status, body: await response.json() }, 404, 'NOT_FOUND')
    }
    const response = await fetch(`${app.url}/anything`, { method: 'POST' })
    expectFailure({ status: response.status, body: await response.json() }, 404, 'NOT_FOUND')
  })
})

describe('a wrong method', () => {
  test.each([
    ['GET', '/login', 'POST'],
    ['DELETE', '/login', 'POST'],
    ['OPTIONS', '/login', 'POST'],
    ['POST', '/groups', 'GET, HEAD'],
    ['POST', '/groups/1', 'GET, HEAD'],
    ['PATCH', '/health', 'GET, HEAD'],
    ['GET', '/password/reset', 'POST, PUT'],
    ['DELETE', '/user/close-account', 'PUT'],
    ['POST', '/docs', 'GET, HEAD'],
    ['PUT', '/openapi.json', 'GET, HEAD'],
  ])('%s %s is a 405 that allows %s', async (method, path, allowed) => {
    const answer = await app.call(method, path)
    expectFailure(answer, 405, 'METHOD_NOT_ALLOWED')
    expect(answer.headers.get('allow')).toBe(allowed)
  })

  test('is a 405 whatever its body looks like', async () => {
    expectFailure(await app.call('POST', '/health', { body: '{broken', headers: json }), 405)
    expectFailure(await app.call('POST', '/health', csv), 405)
  })

  test('HEAD works like GET without a body', async () => {
    const found = await app.call('HEAD', '/health')
    expect(found).toMatchObject({ status: 200, body: null })
    expect(await app.call('HEAD', '/login')).toMatchObject({ status: 405, body: null })
    expect(await app.call('HEAD', '/nothing')).toMatchObject({ status: 404, body: null })
  })

  test.each(['TRACE', 'PROPFIND', 'LOCK', 'QUERY', 'M-SEARCH'])('%s is not a 500', async (method) => {
    const answer = await sendText(`${method} /api/login`)
    expectFailure(answer, 405, 'METHOD_NOT_ALLOWED')
  })
})

describe('a body that cannot be read', () => {
  test.each([
    '{',
    '{"username":',
    '{"a":1,}',
    "{'a':1}",
    'nonsense',
    '{"a":NaN}',
    '\u0000',
    '{} trailing',
    '"\\ud800',
  ])('%j is a 400', async (body) => {
    expectFailure(await sendLogin(body), 400, 'BAD_REQUEST')
  })

  test.each(['null', '7', '"text"', '[]', '[{}]', 'true', ' ', '{}'])(
    'rejects %s instead of an object with a 400',
    async (body) => {
      expectFailure(await sendLogin(body), 400, 'INVALID')
    },
  )

  test('rejects a missing body with a 400, with or without a content type', async () => {
    expectFailure(await app.call('POST', '/login'), 400, 'INVALID')
    expectFailure(await app.call('POST', '/login', { headers: json }), 400, 'INVALID')
    expectFailure(await app.call('PUT', '/password/change', { token }), 400, 'INVALID')
  })

  test.each(otherTypes)('treats a body of length 0 as missing, also as %s', async (type) => {
    const headers = { 'content-type': type, 'content-length': '0', authorization: `Bearer ${token}` }
    expectFailure(await sendText('POST /api/login', headers), 400, 'INVALID')
    expectFailure(await sendText('POST /api/post/like/999999', headers), 404)
    const { 'content-length': _, ...unsaid } = headers
    expectFailure(await sendText('POST /api/post/like/999999', unsaid), 404)
  })

  test.each(otherTypes)('rejects a body of type %s with a 415', async (type) => {
    const request = { body: JSON.stringify(login), headers: { 'content-type': type } }
    expectFailure(await app.call('POST', '/login', request), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  test('accepts a content type with a charset', async () => {
    const request = { body: login, headers: { 'content-type': 'application/json; charset=utf-8' } }
    expectFailure(await app.call('POST', '/login', request), 400, 'BAD_CREDENTIALS')
  })

  test('rejects a body over 1 MB with a 413', async () => {
    const body = JSON.stringify({ ...login, filler: 'x'.repeat(1_048_576) })
    expectFailure(await sendLogin(body), 413, 'TOO_LARGE')
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const chunked =
      requestText('POST /api/login', { ...json, 'transfer-encoding': 'chunked' }) + chunk.repeat(17)
    expectFailure(await sendRaw(app.url, chunked), 413, 'TOO_LARGE')
  })

  test('accepts a body just under 1 MB', async () => {
    const body = JSON.stringify({ ...login, filler: 'x'.repeat(1_000_000) })
    expectFailure(await sendLogin(body), 400, 'BAD_CREDENTIALS')
  })

  test.each(['{"__proto__":{"isAdmin":true}}', '{"a":{"__proto__":1}}', '{"constructor":{"prototype":{}}}'])(
    'rejects a body that sets a prototype with a 400: %s',
    async (body) => {
      expectFailure(await sendLogin(body), 400)
      expect('isAdmin' in {}).toBe(false)
    },
  )

  test.each([
    ['lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['unclosed lists', '['.repeat(100_000)],
    ['a field of lists', `{"username":${'['.repeat(100_000)}${']'.repeat(100_000)},"userSecret":"x"}`],
  ])('rejects a body nested 100,000 deep in %s with a 400', async (_, body) => {
    expectFailure(await sendLogin(body), 400)
  })

  test('ignores an unknown field that is nested deeply', async () => {
    const body = `{"username":"nobody.here","userSecret":"x","other":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expectFailure(await sendLogin(body), 400, 'BAD_CREDENTIALS')
  })

  test('survives a body that is shorter than its content-length', async () => {
    const text = requestText('POST /api/login', { ...json, 'content-length': '500' }, '{"username":')
    const answer = await sendRaw(app.url, text, 300)
    expect(answer.status).toBe(0)
    expectOk(await app.call('GET', '/health'))
  })
})

describe('a value of the wrong kind', () => {
  test.each([
    ['a number for a text', { ...login, username: 7 }, 'username'],
    ['a list for a text', { ...login, username: ['a'] }, 'username'],
    ['an object for a text', { ...login, userSecret: { $ne: null } }, 'userSecret'],
    ['null', { ...login, userSecret: null }, 'userSecret'],
    ['a blank', { ...login, username: '   ' }, 'username'],
    ['a text too long', { ...login, username: 'x'.repeat(300) }, 'username'],
    ['nothing', { username: 'a' }, 'userSecret'],
  ])('%s is a 400 that names the field', async (_, body, field) => {
    const failure = expectFailure(await sendLogin(JSON.stringify(body)), 400, 'INVALID')
    expect(Object.keys(failure.fields ?? {})).toEqual([field])
  })

  test.each([
    '1e309',
    '-1e309',
    '"7"',
    '1.5',
    '-1',
    '0',
    '[1]',
    '{"a":1}',
    'true',
    '9007199254740993',
    '1e21',
  ])('the group %s at sign-up is a 400', async (groupId) => {
    const rest = { cipherCode: 'Correct#1horse', emailAddress: 'a@b.cd', firstName: 'A', lastName: 'B' }
    const more = { username: 'abc.def', validationUrl: 'http://localhost:3000/mail-validate' }
    const body = `${JSON.stringify({ ...rest, ...more }).slice(0, -1)},"groupId":${groupId}}`
    const failure = expectFailure(await app.call('POST', '/create/user', { body, headers: json }), 400)
    expect(failure.fields).toHaveProperty('groupId')
  })

  test.each([
    ['a number', { username: 7 }, 'This is not the right kind of value.'],
    ['nothing', { username: null }, 'Required.'],
  ])('%s for a text gets a plain error text', async (_, overrides, message) => {
    const answer = await sendLogin(JSON.stringify({ ...login, ...overrides }))
    expect(expectFailure(answer, 400, 'INVALID').fields).toEqual({ username: message })
  })

  test.each([
    ['none', [{}], { 'postImageDTO.0.postImage': 'Required.' }],
    ['a text', 'x', { postImageDTO: 'This is not the right kind of value.' }],
    [
      'too long an address',
      [{ postImage: 'x'.repeat(1001) }],
      { 'postImageDTO.0.postImage': 'Maximum 1000 characters allowed' },
    ],
  ])('%s for a picture gets a plain error text', async (_, postImageDTO, fields) => {
    const answer = await app.call('POST', '/post/user/create', {
      token,
      body: { caption: 'a', postImageDTO },
    })
    expect(expectFailure(answer, 400, 'INVALID').fields).toEqual(fields)
  })

  test.each([
    [undefined, 'Required.'],
    ['CHAT', 'This is not the right kind of value.'],
  ])('the event %s gets a plain error text', async (eventType, message) => {
    const body = { eventType, postId: 1, reason: 'a' }
    const answer = await app.call('POST', '/messaging/create', { token, body })
    expect(expectFailure(answer, 400, 'INVALID').fields).toEqual({ eventType: message })
  })

  test.each([
    ['null', 'Required.'],
    ['[]', 'This is not the right kind of value.'],
  ])('the body %s gets a plain error text', async (body, message) => {
    const answer = await sendLogin(body)
    expect(expectFailure(answer, 400, 'INVALID').error).toEqual([message])
  })

  test('media of null create a post without media', async () => {
    const body = { caption: 'Only words', postImageDTO: null }
    const answer = await app.call('POST', '/post/user/create', { token, body })
    expect(answer).toMatchObject({ status: 200, body: { data: { postImageDTO: [] } } })
  })

  test('an invisible caption counts as blank', async () => {
    const body = { caption: '\u200b\u3164' }
    const answer = await app.call('POST', '/post/user/create', { token, body })
    expect(expectFailure(answer, 400).fields).toEqual({ caption: 'Required.' })
  })

  test('names all invalid fields at once', async () => {
    const failure = expectFailure(await sendLogin(JSON.stringify({})), 400, 'INVALID')
    expect(failure.fields).toHaveProperty('username')
    expect(failure.fields).toHaveProperty('userSecret')
  })

  test.each([
    'page=x',
    'page=-1',
    'page=1.5',
    'page=1e309',
    'page=',
    'page=0x1',
    'page=1&page=2',
    'page[]=1',
    'size=0',
    'size=101',
    'size=1e2',
    'page=99999999999999999999',
  ])('?%s is a 400 or ignored', async (query) => {
    const answer = await app.call('GET', `/groups?${query}`)
    if (query === 'page[]=1') expect(answer.status).toBe(200)
    else expectFailure(answer, 400, 'INVALID')
  })

  test.each([
    'abc',
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    '%20',
    '9007199254740993',
    '1'.repeat(30),
    'null',
    '1%2F2',
    '१',
  ])('the id %s in a path is a 400', async (id) => {
    expectFailure(await app.call('GET', `/groups/${id}`), 400, 'INVALID')
    expectFailure(await app.call('GET', `/user/${id}`, { token }), 400, 'INVALID')
  })
})

describe('text that cannot be stored', () => {
  test.each(['a\u0000b', '\ud800', 'a\udfffb', '\u0000'])('%j in a body is a 400', async (username) => {
    expectFailure(await sendLogin(JSON.stringify({ ...login, username })), 400)
    expectFailure(await sendLogin(JSON.stringify({ ...login, userSecret: username })), 400, 'BAD_TEXT')
  })

  test('names the field', async () => {
    const answer = await sendLogin(JSON.stringify({ ...login, userSecret: 'a\u0000b' }))
    expect(expectFailure(answer, 400, 'BAD_TEXT').fields).toHaveProperty('userSecret')
  })

  test.each(['fffe80', 'eda080', 'c080'])('bytes %s, which are not UTF-8, are a 400', async (hex) => {
    const body = Buffer.concat([
      Buffer.from('{"username":"'),
      Buffer.from(hex, 'hex'),
      Buffer.from('","userSecret":"x"}'),
    ])
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${app.url}/api/login`, { method: 'POST', headers, body })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'BAD_REQUEST', error: [expect.any(String)] })
  })

  test.each(['%00', 'a%00b', '%ED%A0%80', '%FF', '%C3%28', '%', '%zz', '%u0041'])(
    'rejects %s in a query with a 400',
    async (value) => {
      expectFailure(await sendText(`GET /api/groups?name=${value}`), 400)
    },
  )

  test.each(['%00', 'a%00b', '%ED%A0%80', '%FF', '%C3%28', '%', '%zz', 'abc%'])(
    'rejects %s in a path with a 400',
    async (value) => {
      const line = `GET /api/user/by-username/${value}`
      expectFailure(await sendText(line, { authorization: `Bearer ${token}` }), 400)
    },
  )

  test('accepts characters of every Unicode plane', async () => {
    for (const name of ['Yorùbá', 'ɓɗƙ', '🥁', '😀‍👩', '\u202e', '\ufeff', '\uffff']) {
      expect((await app.call('GET', '/groups', { query: { name } })).status).toBe(200)
    }
  })
})

describe('a malformed request', () => {
  test('a header over 16 kB is a 431', async () => {
    expectFailure(await sendText('GET /api/health', { 'x-long': 'x'.repeat(40_000) }), 431)
  })

  test('a path over 16 kB is a 431 or 414', async () => {
    const answer = await sendText(`GET /api/groups/${'x'.repeat(40_000)}`)
    expect([414, 431]).toContain(answer.status)
    expectFailure(answer, answer.status)
  })

  test.each([301, 2000, 10_000])(
    'rejects a path segment of %i characters with an error body',
    async (length) => {
      const answer = await sendText(`GET /api/groups/${'1'.repeat(length)}`)
      expect([400, 404, 414]).toContain(answer.status)
      expectFailure(answer, answer.status)
    },
  )

  test.each([
    ['garbage', 'nonsense\r\n\r\n'],
    [
      'bytes',
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0d, 0x0a, 0x0d, 0x0a]),
    ],
    ['an unknown version', 'GET /api/health HTTP/9.9\r\nhost: a\r\n\r\n'],
    ['two lengths', `${post}content-length: 5\r\ncontent-length: 6\r\n\r\nabcde`],
    ['a length and chunks', `${post}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a bad length', `${post}content-length: -5\r\n\r\n`],
    ['a bad chunk', `${post}transfer-encoding: chunked\r\n\r\nzz\r\n`],
    ['a NUL in a header', 'GET /api/health HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n'],
    ['the same length twice', `${post}content-length: 2\r\ncontent-length: 2\r\n\r\n{}`],
    ['chunks and a length', `${post}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n`],
  ])('%s is a 400', async (_, bytes) => {
    expectFailure(await sendRaw(app.url, bytes), 400, 'BAD_REQUEST')
  })

  test.each(['/api/health', '/api/nothing', '/', '/groups', '/media/a.webp', '/sandbox/nothing'])(
    'rejects no host or two hosts with a 400 at %s',
    async (path) => {
      for (const hosts of ['', 'host: a\r\nhost: b\r\n', 'host: a\r\nx: y\r\nHOST: a\r\n']) {
        const text = `GET ${path} HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`
        expectFailure(await sendRaw(app.url, text), 400, 'BAD_REQUEST')
      }
    },
  )

  test('HTTP/1.0 needs no host, but two are a 400', async () => {
    expectOk(await sendRaw(app.url, 'GET /api/health HTTP/1.0\r\n\r\n'))
    const twice = await sendRaw(app.url, 'GET /api/health HTTP/1.0\r\nhost: a\r\nhost: b\r\n\r\n')
    expectFailure(twice, 400, 'BAD_REQUEST')
  })

  test.each(['authorization', 'content-type', 'idempotency-key'])(
    'rejects a repeated header %s with a 400, equal or not',
    async (name) => {
      const first = { authorization: `Bearer ${token}`, ...json, 'idempotency-key': 'a' }
      for (const second of ['another', new Map(Object.entries(first)).get(name)]) {
        const headers = { ...first, [name.toUpperCase()]: second ?? '' }
        const refused = await sendText('POST /api/post/user/create', headers, '{"caption":"Words"}')
        expectFailure(refused, 400, 'BAD_REQUEST')
      }
    },
  )

  test.each([
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'Bearer a.b.c',
    `Bearer ${'x'.repeat(8000)}`,
    'Bearer null',
    'nonsense',
  ])('the authorization %j is a 401', async (authorization) => {
    expectFailure(await app.call('GET', '/user/search?q=a', { headers: { authorization } }), 401)
  })

  test('hundreds of unknown headers are accepted', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`x-${index}`, '1']))
    const answer = await sendText('GET /api/health', many)
    expect(answer.status).toBe(200)
  })
})
