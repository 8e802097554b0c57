import { afterAll, describe, expect, test } from 'vitest'
import { publicLookup } from '#api/ports/http/public-address.ts'
import { startWebPages } from '#api/test/fakes/web-pages.ts'
import { guardedWeb } from './guarded-web.ts'

const pages = await startWebPages()
afterAll(() => pages.stop())
const publicUrl = 'https://square.example'
const impatient = { times: { connectMs: 400, totalMs: 400 } }
const html = { types: ['text/html'], maxBytes: 1000 }
const open = (options = {}) => guardedWeb({ publicUrl, testOrigin: pages.origin, ...options })
const fetchPage = (address: string, wanted = {}, options = {}) =>
  open(options)
    .visit()
    .fetch(new URL(address), { ...html, ...wanted })

describe('rejects the address before anything is sent', () => {
  const { port } = new URL(pages.origin)
  test.each([
    ['loopback', 'http://127.0.0.1/'],
    ['its name', 'http://localhost/'],
    ['a private network', 'http://10.0.0.1/'],
    ['link-local', 'http://169.254.169.254/latest/meta-data/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['mapped IPv4', 'http://[::ffff:127.0.0.1]/'],
    ['a decimal number', 'http://2130706433/'],
    ['octal numbers', 'http://0177.0.0.1/'],
    ['hexadecimal numbers', 'http://0x7f.0.0.1/'],
    ['a short form', 'http://127.1/'],
    ['another port', 'https://example.com:8443/'],
    ['the port of the other scheme', 'http://example.com:443/'],
    ['a user name', 'https://ada@example.com/'],
    ['a password', 'https://:secret@example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['another scheme', 'ftp://example.com/'],
    ['the stand-in at another port', `http://127.0.0.1:${Number(port) - 1}/`],
    ['the stand-in by another name', `http://localhost:${port}/`],
  ])('%s', async (_what, address) => {
    await expect(fetchPage(address)).rejects.toThrow('no public address')
  })

  test('rejects the stand-in too unless it is allowed', async () => {
    const before = pages.requests.length
    const web = guardedWeb({ publicUrl }).visit()
    await expect(web.fetch(new URL(pages.origin), html)).rejects.toThrow('no public address')
    expect(pages.requests).toHaveLength(before)
  })
})

test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1'])(
  'a name that resolves to %s is not connected to',
  async (address) => {
    const lookup = publicLookup((_name, _options, callback) =>
      callback(null, [
        { address: '8.8.8.8', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ]),
    )
    await expect(fetchPage('http://cards.example.com/', {}, { lookup })).rejects.toThrow('private address')
  },
)

describe('redirects', () => {
  const redirect = (path: string, location: string) =>
    pages.serve(path, { status: 302, headers: { location } })

  test('are followed three times', async () => {
    pages.serve('/end', { body: 'Here.' })
    redirect('/one', '/end')
    redirect('/two', '/one')
    const third = redirect('/three', '/two')
    const { url, bytes } = await fetchPage(third)
    expect([url.pathname, bytes.toString()]).toEqual(['/end', 'Here.'])
    await expect(fetchPage(redirect('/four', '/three'))).rejects.toThrow('too many redirects')
    await expect(fetchPage(redirect('/loop', '/loop'))).rejects.toThrow('too many redirects')
  })

  test.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    '//10.0.0.1/',
  ])('to %s are not followed', async (location) => {
    await expect(fetchPage(redirect('/away', location))).rejects.toThrow('no public address')
  })

  test('are not followed if they name no address', async () => {
    await expect(fetchPage(redirect('/broken', 'http://['))).rejects.toThrow('Invalid URL')
  })
})

describe('a body', () => {
  test('is rejected if it is too large', async () => {
    const address = pages.serve('/large', { body: 'x'.repeat(1001) })
    await expect(fetchPage(address)).rejects.toThrow()
  })

  test('is cut, and its connection closed, if it never ends', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const address = pages.serve('/endless', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write('x'.repeat(300)), 1)
      response.on('close', () => {
        clearInterval(timer)
        resolve()
      })
    })
    expect((await fetchPage(address, { isCut: true })).bytes).toHaveLength(1000)
    await closed
  })

  test('is rejected if it arrives too slowly', async () => {
    const address = pages.serve('/slow', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<title>')
    })
    await expect(fetchPage(address, { isCut: true }, impatient)).rejects.toThrow()
  })

  test('gets only the time that earlier requests of the visit left', async () => {
    const visit = open(impatient).visit()
    const slow = pages.serve('/hanging', () => {})
    await expect(visit.fetch(new URL(slow), html)).rejects.toMatchObject({ hasTimedOut: true })
    const quick = pages.serve('/quick', { body: 'Here.' })
    // A timer may fire a moment early, and then a moment is left.
    await expect(visit.fetch(new URL(quick), html)).rejects.toThrow(/no time left|too late/)
  })

  test.each([
    ['another type', { 'content-type': 'application/pdf' }],
    ['no type', {}],
    ['compression', { 'content-type': 'text/html', 'content-encoding': 'gzip' }],
  ])('with %s is rejected', async (_what, headers) => {
    const address = pages.serve('/strange', { headers, body: '<title>Hello</title>' })
    await expect(fetchPage(address)).rejects.toThrow()
  })
})

test('the request names its sender and nothing else', async () => {
  await fetchPage(pages.serve('/who', { headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' } }))
  await fetchPage(`${pages.origin}/who`)
  expect(pages.requests.at(-1)?.headers).toEqual({
    'user-agent': 'Rootsquare (+https://square.example)',
    accept: 'text/html',
    'accept-encoding': 'identity',
    host: new URL(pages.origin).host,
    connection: 'close',
  })
})
