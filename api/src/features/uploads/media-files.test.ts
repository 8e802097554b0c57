import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure, requestText, sendRaw } from '#api/test/answer.ts'
import { picture } from '#api/test/media/pictures.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { fetchMedia, upload } from '#api/test/media/upload.ts'
import { mp4 } from '#api/test/media/videos.ts'

const app = await sharedApp()
const member = await buildMember(app)
const image = await upload(app, member, { file: await picture('png', 300, 200) })
const video = await upload(app, member, { file: mp4() })
await writeFile(join(app.folder, 'media', 'ab.txt'), 'not a picture')
await mkdir(join(app.folder, 'media', 'zz'), { recursive: true })
await writeFile(join(app.folder, 'media', 'zz', 'half.webp.part'), 'half')
await writeFile(join(app.folder, 'secret.webp'), 'outside')

describe('GET /media', () => {
  test('serves a file with its type, cached and sandboxed', async () => {
    const { status, headers, bytes } = await fetchMedia(app, image.secure_url)
    expect([status, bytes.length]).toEqual([200, image.bytes])
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('content-length')).toBe(String(image.bytes))
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(headers.get('content-encoding')).toBeNull()
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('answers HEAD without a body, and a known ETag with 304', async () => {
    const head = await fetch(app.url + image.secure_url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(image.bytes)])
    const etag = head.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const again = requestText(`GET ${image.secure_url}`, { 'if-none-match': etag })
    expect((await sendRaw(app.url, again)).status).toBe(304)
  })

  test('returns parts of a video', async () => {
    const whole = await fetchMedia(app, video.secure_url)
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    const part = await fetchMedia(app, video.secure_url, { range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${video.bytes}`)
    expect(part.headers.get('content-type')).toBe('video/mp4')
    expect(part.bytes.equals(whole.bytes.subarray(100, 200))).toBe(true)
    const end = await fetchMedia(app, video.secure_url, { range: 'bytes=-50' })
    expect(end.bytes.equals(whole.bytes.subarray(-50))).toBe(true)
    const beyond = await fetchMedia(app, video.secure_url, { range: `bytes=${video.bytes}-` })
    expect(beyond.status).toBe(416)
    expectFailure({ status: beyond.status, body: JSON.parse(beyond.bytes.toString()) }, 416)
  })

  test.each([
    '/media/00/00000000000000000000000000000000.webp',
    '/media/ab.txt',
    '/media/zz/half.webp.part',
    '/media/zz',
    '/media/zz/',
    '/media/',
    '/media',
    '/media/../secret.webp',
    '/media/..%2fsecret.webp',
    '/media/%2e%2e/secret.webp',
    '/media/zz/../../secret.webp',
    '/media/zz%00.webp',
    '/media//etc/passwd.webp',
    '/media/.hidden.webp',
    '/media/..%5csecret.webp',
  ])('answers 404 for %s', async (path) => {
    const answer = await sendRaw(app.url, requestText(`GET ${path}`), 3000)
    expectFailure(answer, 404, 'NOT_FOUND')
    expect(answer.head).not.toContain('immutable')
  })

  test('rejects other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await fetch(app.url + image.secure_url, { method })
      expectFailure({ status: response.status, body: await response.json() }, 405)
    }
  })
})
