import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formsOf } from '@rootsquare/contract/lib/picture-forms'
import { updateProfile } from '@rootsquare/contract/profiles'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure } from '#api/test/answer.ts'
import { animation, phonePhoto, picture } from '#api/test/media/pictures.ts'
import { pngWithText } from '#api/test/media/png.ts'
import { sweepOldMedia } from './sweeper.ts'
import { startS3 } from '#api/test/fakes/s3.ts'
import { filesIn } from '#api/test/scan.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { fetchMedia, mediaRows, sendFile, upload } from '#api/test/media/upload.ts'
import { mp4 } from '#api/test/media/videos.ts'

const app = await sharedApp()
const member = await buildMember(app)

const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const

async function stored(address: string | null) {
  const { status, bytes } = await fetchMedia(app, address)
  expect(status).toBe(200)
  return { bytes, about: await sharp(bytes).metadata() }
}

describe('an uploaded picture', () => {
  test.each(formats)('in %s becomes WebP with a thumbnail', async (format) => {
    const uploaded = await upload(app, member, { file: await picture(format, 1200, 900) })
    const { bytes, about } = await stored(uploaded.secure_url)
    expect(about).toMatchObject({ format: 'webp', width: 1200, height: 900 })
    expect(uploaded).toEqual({
      secure_url: expect.stringMatching(/^\/media\/([0-9a-f]{2})\/\1[0-9a-f]{30}-\d+kb-sa?\.webp$/),
      thumbnail_url: uploaded.secure_url.replace('.webp', '-720.webp'),
      resource_type: 'image',
      width: 1200,
      height: 900,
      bytes: bytes.length,
      duration: null,
    })
    const thumbnail = await stored(uploaded.thumbnail_url)
    expect(thumbnail.about).toMatchObject({ format: 'webp', width: 720, height: 540 })
    const small = await stored(formsOf(uploaded.secure_url)?.webp ?? null)
    expect(small.about).toMatchObject({ format: 'webp', width: 360, height: 270 })
  })

  test('has a small form as AVIF where that is smaller, and loses all forms with its row', async () => {
    const own = await temporaryApp()
    const uploader = await buildMember(own)
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const grain = { width: 1200, height: 900, channels: 3, background: '#777', noise } as const
    const file = await sharp({ create: grain }).blur(1).png().toBuffer()
    const { secure_url: address } = await upload(own, uploader, { file })
    const { kilobytes, webp, avif } = formsOf(address) ?? {}
    expect(kilobytes).toBe(Math.ceil((await fetchMedia(own, address)).bytes.length / 1000))
    const [asWebp, asAvif] = await Promise.all([webp, avif].map((form) => fetchMedia(own, form ?? null)))
    expect(asAvif?.bytes.length).toBeLessThan(asWebp?.bytes.length ?? 0)
    expect(await sharp(asAvif?.bytes).metadata()).toMatchObject({ format: 'heif', width: 360, height: 270 })
    own.clock.move(48 * 3_600_000)
    await sweepOldMedia.run(own.deps, {})
    await own.runJobs()
    for (const form of [address, webp, avif]) expect((await fetchMedia(own, form ?? null)).status).toBe(404)
  })

  test('is scaled down to 2048 pixels and never up', async () => {
    const tall = await upload(app, member, { file: await picture('png', 1000, 4096) })
    expect(tall).toMatchObject({ width: 500, height: 2048 })
    const tiny = await upload(app, member, { file: await picture('png', 3, 2) })
    expect(tiny).toMatchObject({ width: 3, height: 2 })
    expect((await stored(tiny.thumbnail_url)).about).toMatchObject({ width: 3, height: 2 })
  })

  test('from a phone is upright and has no metadata', async () => {
    const file = await phonePhoto()
    expect(await sharp(file).metadata()).toMatchObject({ orientation: 6, width: 160, height: 80 })
    expect(file.includes('Secret Camera Works')).toBe(true)
    const uploaded = await upload(app, member, { file })
    expect(uploaded).toMatchObject({ width: 80, height: 160 })
    for (const address of [uploaded.secure_url, uploaded.thumbnail_url]) {
      const { bytes, about } = await stored(address)
      expect(about).toMatchObject({ width: 80, height: 160, space: 'srgb' })
      expect([about.exif, about.icc, about.xmp, about.iptc, about.orientation]).toEqual(
        Array(5).fill(undefined),
      )
      for (const word of ['Secret Camera', 'Adaeze', 'Exif', 'ICCP', 'EXIF'])
        expect(bytes.includes(word)).toBe(false)
      const top = await sharp(bytes).extract({ left: 40, top: 5, width: 1, height: 1 }).raw().toBuffer()
      expect(top[0]).toBeGreaterThan(200)
    }
  })

  test('loses the text chunks of a PNG', async () => {
    const file = pngWithText('written by Adaeze in Ikoyi')
    const { bytes } = await stored((await upload(app, member, { file })).secure_url)
    expect(bytes.includes('Ikoyi')).toBe(false)
  })

  test.each(['gif', 'webp'] as const)(
    'in %s continues to move, but its thumbnail does not',
    async (format) => {
      const uploaded = await upload(app, member, { file: await animation(format, 12, 32) })
      expect(uploaded).toMatchObject({ resource_type: 'image', width: 32, height: 32 })
      expect((await stored(uploaded.secure_url)).about).toMatchObject({ format: 'webp', pages: 12 })
      expect((await stored(uploaded.thumbnail_url)).about.pages ?? 1).toBe(1)
    },
  )

  test('is re-encoded without the script that it also is', async () => {
    const gif = await picture('gif', 8, 8)
    const polyglot = Buffer.concat([gif, Buffer.from('/*<script>alert(document.cookie)</script>*/')])
    const { bytes } = await stored((await upload(app, member, { file: polyglot, name: 'x.html' })).secure_url)
    expect(bytes.includes('script')).toBe(false)
  })

  test.each([
    '../../etc/passwd',
    '..\\..\\x.exe',
    'CON',
    '.htaccess',
    'a\0b.jpg',
    `${'n'.repeat(300)}.jpg`,
    '',
  ])('with the name %j gets a generated name', async (name) => {
    const { secure_url } = await upload(app, member, { file: await picture('png'), name: name || 'blob' })
    expect(secure_url).toMatch(/^\/media\/[0-9a-f]{2}\/[0-9a-f]{32}-\d+kb-sa?\.webp$/)
  })

  test('is stored with its owner, keys and size', async () => {
    const uploaded = await upload(app, member, { file: await picture('png', 60, 40) })
    const row = (await mediaRows(app)).find(({ url }) => url === uploaded.secure_url)
    expect(row).toMatchObject({
      owner_id: member.id,
      type: 'image/webp',
      width: 60,
      height: 40,
      bytes: uploaded.bytes,
    })
    expect(row?.keys.map((key) => `/media/${key}`)).toEqual([
      uploaded.secure_url,
      uploaded.thumbnail_url,
      formsOf(uploaded.secure_url)?.webp,
    ])
    expect(row?.stored_at).toEqual(expect.any(Date))
  })

  test('is processed correctly among many at once', async () => {
    const widths = Array.from({ length: 24 }, (_, nth) => 20 + nth)
    const all = await Promise.all(
      widths.map(async (width) => upload(app, member, { file: await picture('jpeg', width, 10) })),
    )
    expect(all.map(({ width }) => width)).toEqual(widths)
    expect(new Set(all.map(({ secure_url }) => secure_url)).size).toBe(24)
    expect(await filesIn(join(app.folder, 'uploading'))).toEqual([])
  })
})

test('answers 503 and leaves no file when the store fails', async () => {
  const broken = await temporaryApp()
  broken.deps.files = { ...broken.deps.files, put: () => Promise.reject(new Error('ENOSPC')) }
  const uploader = await buildMember(broken)
  expectFailure(await sendFile(broken, uploader, { file: await picture('png') }), 503)
  expect(await filesIn(join(broken.folder, 'uploading'))).toEqual([])
  expect(await mediaRows(broken)).toMatchObject([{ stored_at: null }])
})

describe('with an S3 store', () => {
  let s3: Awaited<ReturnType<typeof startS3>>
  beforeAll(async () => {
    s3 = await startS3()
  })
  afterAll(() => s3.stop())

  test('stores files in the bucket and deletes unused ones', async () => {
    const remote = await temporaryApp({ settings: s3.settings })
    const uploader = await buildMember(remote)
    const shown = await upload(remote, uploader, { file: await picture('jpeg') })
    const film = await upload(remote, uploader, { file: mp4(), poster: await picture('png') })
    expect(shown.secure_url.startsWith(`${s3.bucketUrl}/`)).toBe(true)
    const addresses = [shown, film].flatMap(({ secure_url, thumbnail_url }) => [
      secure_url,
      thumbnail_url ?? '',
    ])
    for (const address of addresses) {
      const response = await fetch(address)
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ])
    }
    const body = { profileImage: shown.secure_url }
    expect((await putProfile(remote, uploader, body)).status).toBe(200)
    await sweepAfterADay(remote)
    const left = await Promise.all(addresses.map(async (address) => (await fetch(address)).status))
    expect(left).toEqual([200, 200, 404, 404])
    expect(await filesIn(join(remote.folder, 'media'))).toEqual([])
    expect((await fetch(`${remote.url}/media/ab/x.webp`)).status).toBe(404)
  })
})

async function sweepAfterADay(node: TestApp) {
  const { sweepMedia } = await import('./sweeper.ts')
  node.clock.move(25 * 3_600_000)
  await sweepMedia.run(node.deps, {})
  await node.runJobs()
}

function putProfile(node: TestApp, { id, token }: { id: number; token: string }, body: object) {
  const path = updateProfile.path.replace(':id', String(id))
  return node.call(updateProfile.method, path, { token, body })
}
