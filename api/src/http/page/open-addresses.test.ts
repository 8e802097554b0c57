import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { brand } from '@rootsquare/contract/product'
import { sharedApp } from '#api/test/shared-app.ts'
import { manifestOf } from './manifest.ts'
import { readSite } from './site.ts'

const app = await sharedApp()
const publicFile = (path: string) => fileURLToPath(new URL(`../../../../web/public${path}`, import.meta.url))

test('the manifest makes the app installable under its name', async () => {
  const response = await fetch(`${app.url}/manifest.webmanifest`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/manifest+json')
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(await response.json()).toMatchObject({
    id: '/',
    name: brand,
    start_url: '/user',
    scope: '/',
    display: 'standalone',
    theme_color: '#2e2a86',
    background_color: '#fbf5ea',
    share_target: { action: '/share-target', method: 'POST', enctype: 'multipart/form-data' },
  })
})

test('every icon of the manifest is a picture of the size it says', async () => {
  const { icons, shortcuts } = manifestOf(await readSite())
  for (const { src, sizes } of [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)]) {
    const { width, height, format } = await sharp(publicFile(src)).metadata()
    expect([src, `${width}x${height}`, format]).toEqual([src, sizes, 'png'])
  }
  expect(await sharp(publicFile('/apple-touch-icon.png')).metadata()).toMatchObject({
    width: 180,
    hasAlpha: false,
  })
  expect(existsSync(publicFile('/favicon.ico'))).toBe(true)
})

test('a maskable icon has its sign within the part that no phone cuts off', async () => {
  const { data, info } = await sharp(publicFile('/icon-maskable-192.png'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const ground = data.subarray(0, 3)
  let farthest = 0
  for (let at = 0; at < data.length; at += 3) {
    if (data.subarray(at, at + 3).equals(ground)) continue
    const [x, y] = [(at / 3) % info.width, Math.floor(at / 3 / info.width)]
    farthest = Math.max(farthest, Math.hypot(x - 95.5, y - 95.5))
  }
  expect(farthest).toBeGreaterThan(40)
  expect(farthest).toBeLessThanOrEqual(192 * 0.4)
})

async function share(form: FormData) {
  const response = await fetch(`${app.url}/share-target`, { method: 'POST', body: form, redirect: 'manual' })
  const location = new URL(response.headers.get('location') ?? '', app.url)
  return {
    status: response.status,
    path: location.pathname,
    query: Object.fromEntries(location.searchParams),
  }
}

test('shared texts open in the composer', async () => {
  const form = new FormData()
  form.set('title', 'Yam & oil')
  form.set('url', 'https://food.example/yam?a=1')
  form.set('other', 'left out')
  expect(await share(form)).toEqual({
    status: 303,
    path: '/user',
    query: { compose: '1', title: 'Yam & oil', url: 'https://food.example/yam?a=1' },
  })
})

test('shared files without a worker are said to be missing', async () => {
  const form = new FormData()
  form.set('text', 'Look')
  form.set('files', new Blob([new Uint8Array(300_000)], { type: 'image/jpeg' }), 'a.jpg')
  expect(await share(form)).toEqual({
    status: 303,
    path: '/user',
    query: { compose: '1', shared: 'text', text: 'Look' },
  })
})

// A browser shows the response only after it has sent everything.
test('a large shared file is received to its end', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.mp4"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), Buffer.alloc(20_000_000), Buffer.from('\r\n--b--\r\n')])
  const sending = request(`${app.url}/share-target`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': body.length },
  })
  const sent = once(sending, 'finish')
  sending.end(body)
  const [response] = await once(sending, 'response')
  response.resume()
  expect(response.statusCode).toBe(303)
  await sent
})

test('only forms are shared', async () => {
  const response = await fetch(`${app.url}/share-target`, { method: 'POST', body: 'text' })
  expect(response.status).toBe(415)
})

test('the address of password managers leads to where a password is changed', async () => {
  const response = await fetch(`${app.url}/.well-known/change-password`, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/settings'])
})
