import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readSettings } from '#api/settings.ts'
import { startS3 } from '#api/test/fakes/s3.ts'
import { freshFolder } from '#api/test/processes/embedded-server.ts'
import { s3Files } from './s3.ts'

const server = await startS3()
afterAll(server.stop)

function storeWith(changes: Record<string, string> = {}) {
  const { s3 } = readSettings({ ...server.settings, ...changes })
  if (!s3) throw new Error('S3 is not set.')
  return s3Files(s3)
}

async function stored(key: string) {
  const response = await fetch(`${server.bucketUrl}/${key}`)
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

describe('a store that speaks S3', () => {
  test('stores bytes with their type and cache time', async () => {
    const bytes = randomBytes(5000)
    await storeWith().put('ab/one.webp', bytes, 'image/webp')
    const { status, headers, bytes: saved } = await stored('ab/one.webp')
    expect(status).toBe(200)
    expect(saved.equals(bytes)).toBe(true)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test('stores a large local file', async () => {
    const bytes = randomBytes(12_000_000)
    const path = join(freshFolder(), 'film')
    await writeFile(path, bytes)
    await storeWith().take('ab/film.mp4', path, 'video/mp4')
    const { headers, bytes: saved } = await stored('ab/film.mp4')
    expect(saved.equals(bytes)).toBe(true)
    expect(headers.get('content-type')).toBe('video/mp4')
  })

  test('reads a file by its URL, and none of another place', async () => {
    const store = storeWith({ S3_PUBLIC_URL: 'https://media.example.com' })
    const bytes = randomBytes(1000)
    await store.put('ab/read.webp', bytes, 'image/webp')
    expect((await store.read(store.addressOf('ab/read.webp')))?.equals(bytes)).toBe(true)
    expect(await store.read(store.addressOf('ab/none.webp'))).toBeNull()
    expect(await store.read('https://elsewhere.example/ab/read.webp')).toBeNull()
  })

  test('removes a file, and succeeds again when it is missing', async () => {
    const store = storeWith()
    await store.put('ab/two.webp', randomBytes(10), 'image/webp')
    await store.remove('ab/two.webp')
    await store.remove('ab/two.webp')
    expect((await stored('ab/two.webp')).status).toBe(404)
  })

  test('returns URLs under the bucket or S3_PUBLIC_URL', () => {
    expect(storeWith().addressOf('ab/x.webp')).toBe(`${server.bucketUrl}/ab/x.webp`)
    const store = storeWith({ S3_PUBLIC_URL: 'https://media.example.com/pictures/' })
    expect(store.addressOf('ab/x.webp')).toBe('https://media.example.com/pictures/ab/x.webp')
  })

  test('fails with a wrong secret and stores nothing', async () => {
    const store = storeWith({ S3_SECRET_ACCESS_KEY: 'not the secret' })
    await expect(store.put('ab/three.webp', randomBytes(10), 'image/webp')).rejects.toThrow('403')
    await expect(store.remove('ab/one.webp')).rejects.toThrow('403')
    expect((await stored('ab/three.webp')).status).toBe(404)
  })

  test('fails without the bucket', async () => {
    const store = storeWith({ S3_BUCKET: 'another-bucket' })
    await expect(store.put('ab/four.webp', randomBytes(10), 'image/webp')).rejects.toThrow('404')
  })

  test('times out if the server never answers', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      silent.closeAllConnections()
      silent.close()
    })
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const store = storeWith({ S3_ENDPOINT: `http://127.0.0.1:${port}` })
    const { timeout } = AbortSignal
    const timer = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.ceil(ms / 100)))
    onTestFinished(() => timer.mockRestore())
    await expect(store.put('ab/five.webp', randomBytes(10), 'image/webp')).rejects.toThrow(/timeout/i)
    expect(timer.mock.calls).toEqual([[10_001]])
  })
})
