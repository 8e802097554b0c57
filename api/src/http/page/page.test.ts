import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { expectFailure } from '#api/test/answer.ts'
import { freshFolder } from '#api/test/processes/embedded-server.ts'
import { systemClock } from '#api/ports/clock/clock.ts'
import { memoryCounters } from '#api/ports/counters/memory.ts'
import { readSettings } from '#api/settings.ts'
import { handleErrors } from '#api/http/errors.ts'
import { secureHeaders } from './headers.ts'
import { servePage, type DemoLogin } from './page.ts'
import { descriptionPattern, rootElement, titlePattern, type Preview } from './preview.ts'

const html = `<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>
<script nonce="__CSP_NONCE__">1</script><script type="module" src="/assets/main-abc.js" nonce="__CSP_NONCE__"></script>`

/** Starts only the part that serves the built web app, with a folder made here. */
async function serveFolder(
  files: Record<string, string | Buffer>,
  options: { previews?: Preview[]; demoLogin?: DemoLogin } = {},
): Promise<string> {
  const folder = freshFolder()
  mkdirSync(join(folder, 'assets'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const http = Fastify()
  const settings = readSettings({})
  handleErrors(http)
  await secureHeaders(http, settings)
  await servePage(
    http,
    { settings, counters: memoryCounters(systemClock) },
    { ...options, dist: `${folder}/` },
  )
  onTestFinished(() => http.close())
  return http.listen({ port: 0, host: '127.0.0.1' })
}

const files = {
  'index.html': html,
  '.built-from': 'abc',
  'robots.txt': 'User-agent: *',
  'service-worker.js': 'self',
  'service-worker.js.gz': gzipSync('worker'),
  'assets/main-abc.js': 'plain',
  'assets/main-abc.js.gz': gzipSync('packed'),
}

test('the page names the address for links in mails', async () => {
  const url = await serveFolder({ ...files, 'index.html': '<head><title>Rootsquare</title></head>' })
  expect(await (await fetch(url)).text()).toContain(
    '<meta name="public-url" content="http://localhost:3000" /></head>',
  )
})

test('the page offers a demo log-in only if there is one', async () => {
  const withHead = { ...files, 'index.html': '<head><title>Rootsquare</title></head>' }
  const demoLogin = { name: 'Adaeze', username: 'adaeze.n', password: 'Pass"word$&1' }
  const page = await (await fetch(await serveFolder(withHead, { demoLogin }))).text()
  expect(page).toContain(
    '&quot;username&quot;:&quot;adaeze.n&quot;,&quot;password&quot;:&quot;Pass\\&quot;word$&amp;1&quot;',
  )
  expect(await (await fetch(await serveFolder(withHead))).text()).not.toContain('demo-login')
})

test('shows the first page of a path until the app has arrived, unless there is a preview', async () => {
  const root = '<head><title>Rootsquare</title></head><div id="root"></div>'
  const first = [
    { pattern: '^/$', html: '<form>$& Sign in</form>' },
    { pattern: '^', html: 'Rootsquare' },
  ]
  const body = { root: 'A post', style: '' }
  const url = await serveFolder(
    { ...files, 'index.html': root, 'first-pages.json': JSON.stringify(first) },
    { previews: [{ pattern: /^\/post\/1$/, preview: async () => ({ head: '', body }) }] },
  )
  for (const [path, shown] of [
    ['/', '<div id="root" data-first><form>$& Sign in</form></div>'],
    ['/user', '<div id="root" data-first>Rootsquare</div>'],
    ['/nothing', '<div id="root" data-first>Rootsquare</div>'],
    ['/post/1', '<div id="root">A post</div>'],
  ] as const) {
    expect(await (await fetch(url + path)).text()).toContain(shown)
  }
  expect((await fetch(`${url}/first-pages.json`)).status).toBe(404)
})

test('the page carries a new nonce in each response', async () => {
  const url = await serveFolder(files)
  const seen = new Set<string>()
  for (const path of ['/', '/', '/settings', '/u/someone?tab=posts', '/group/7/']) {
    const response = await fetch(url + path)
    const policy = response.headers.get('content-security-policy') ?? ''
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(Buffer.from(nonce, 'base64').length).toBeGreaterThanOrEqual(16)
    const page = await response.text()
    expect(page).toBe(html.replaceAll('__CSP_NONCE__', nonce))
    expect(response.headers.get('cache-control')).toBe('no-cache')
    seen.add(nonce)
  }
  expect(seen.size).toBe(5)
})

test('the page is sent compressed as the browser accepts it', async () => {
  const url = await serveFolder(files)
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['', null],
  ] as const) {
    const response = await fetch(`${url}/user`, { headers: { 'accept-encoding': accepted } })
    expect([accepted, response.headers.get('content-encoding')]).toEqual([accepted, encoding])
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(await response.text()).toContain('/assets/main-abc.js')
  }
})

test('assets have the right cache time and are sent compressed', async () => {
  const url = await serveFolder(files)
  const script = await fetch(`${url}/assets/main-abc.js`, { headers: { 'accept-encoding': 'gzip' } })
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(script.headers.get('content-type')).toMatch(/javascript/)
  expect(script.headers.get('content-encoding')).toBe('gzip')
  expect(await script.text()).toBe('packed')
  expect(script.headers.get('vary')).toBe('accept-encoding')
  const worker = await fetch(`${url}/service-worker.js`, { headers: { 'accept-encoding': 'gzip' } })
  expect([worker.headers.get('content-encoding'), await worker.text()]).toEqual(['gzip', 'worker'])
  const robots = await fetch(`${url}/robots.txt`)
  expect(robots.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(await robots.text()).toBe('User-agent: *')
})

test('the service worker is revalidated and may show icons of this site', async () => {
  const url = await serveFolder(files)
  for (const encoding of ['identity', 'gzip']) {
    const worker = await fetch(`${url}/service-worker.js`, { headers: { 'accept-encoding': encoding } })
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('content-type')).toMatch(/javascript/)
    expect(worker.headers.get('content-security-policy')).toContain("img-src 'self'")
  }
})

test('index.html and files outside the folder cannot be fetched', async () => {
  const url = await serveFolder(files)
  for (const path of ['/index.html', '/.built-from', '/assets/../.built-from', '/..%2f..%2fetc%2fpasswd']) {
    const response = await fetch(url + path)
    const text = await response.text()
    expect([path, text.includes('__CSP_NONCE__'), text.includes('abc') && !text.includes('<script')]).toEqual(
      [path, false, false],
    )
    expect(text).not.toContain('root:')
  }
})

test('the page of a path names the files that it loads', async () => {
  const tag = '<link rel="modulepreload" href="/assets/home-abc.js" nonce="__CSP_NONCE__">'
  const url = await serveFolder({
    ...files,
    'index.html': html.replace('<style', '</head><style'),
    'preloads.json': JSON.stringify([{ pattern: '^/user/?$', tags: tag }]),
  })
  for (const path of ['/user', '/user/', '/user?tab=1']) {
    const page = await (await fetch(url + path)).text()
    const nonce = /csp-nonce" content="([^"]+)"/.exec(page)?.[1] ?? ''
    expect(page).toContain(`${tag.replace('__CSP_NONCE__', nonce)}</head>`)
  }
  for (const path of ['/', '/user/1', '/preloads.json']) {
    expect(await (await fetch(url + path)).text()).not.toContain('home-abc')
  }
})

test('a path without a page is a 404 with the page, also for HEAD', async () => {
  const url = await serveFolder(files, { previews: [{ pattern: /^/, preview: async () => ({ head: '' }) }] })
  for (const path of [
    '/nothing',
    '/.well-known/security.txt',
    '/sitemap.xml',
    '/group/yoruba',
    '/index.html',
    '/nothing?q=/user',
  ]) {
    const response = await fetch(url + path)
    expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 404, 'no-cache'])
    const nonce = /csp-nonce" content="([^"]+)"/.exec(await response.text())?.[1]
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
    const head = await fetch(url + path, { method: 'HEAD' })
    expect([path, head.status, await head.text()]).toEqual([path, 404, ''])
  }
  for (const path of ['/', '/user/', '/group/7?tab=1', '/no/../user'])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200])
})

test('a missing asset is a 404, not the page', async () => {
  const url = await serveFolder(files)
  const response = await fetch(`${url}/assets/old-hash.js`)
  expectFailure({ status: response.status, body: await response.json() }, 404, 'NOT_FOUND')
})

test('responds with a 503 that names the reason if there is no build', async () => {
  const url = await serveFolder({})
  const response = await fetch(url)
  const failure = expectFailure({ status: response.status, body: await response.json() }, 503, 'NOT_BUILT')
  expect(failure.message).toMatch(/npm start/)
})

test('the page contains each preview placeholder once', () => {
  const page = readFileSync(new URL('../../../../web/index.html', import.meta.url), 'utf8')
  for (const place of [titlePattern, descriptionPattern]) expect(page.split(place)).toHaveLength(2)
  expect(page.split(rootElement)).toHaveLength(2)
})
