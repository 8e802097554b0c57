import fc from 'fast-check'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure } from '#api/test/answer.ts'
import { picture } from '#api/test/media/pictures.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { fetchMedia, sendFile, upload } from '#api/test/media/upload.ts'
import {
  box,
  element,
  film,
  longBox,
  mp4,
  placeWords,
  quicktime,
  tkhd,
  track,
  webm,
} from '#api/test/media/videos.ts'
import { cleanVideo } from './videos.ts'

const app = await sharedApp()
const member = await buildMember(app)
const folder = await mkdtemp(join(tmpdir(), 'rs-videos-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const endings: Record<string, string> = { 'video/mp4': 'mp4', 'video/quicktime': 'mov', 'video/webm': 'webm' }

describe('an uploaded video', () => {
  test.each([
    ['MP4', 'video/mp4', () => mp4(), { width: 1920, height: 1080 }],
    ['MP4 filmed upright', 'video/mp4', () => mp4({ isUpright: true }), { width: 1080, height: 1920 }],
    ['QuickTime', 'video/quicktime', quicktime, { width: 1920, height: 1080 }],
    ['WebM', 'video/webm', () => webm(), { width: 640, height: 360 }],
    ['WebM from a browser', 'video/webm', () => webm({ isOpen: true }), { width: 640, height: 360 }],
  ])('in %s is unchanged except for metadata', async (_what, type, make, size) => {
    const file = make()
    for (const word of placeWords.slice(0, 2)) expect(file.includes(word)).toBe(true)
    const uploaded = await upload(app, member, { file, name: 'x.jpg', type: 'image/jpeg' })
    expect(uploaded).toMatchObject({
      resource_type: 'video',
      thumbnail_url: null,
      bytes: file.length,
      ...size,
    })
    expect(uploaded.secure_url.split('.')[1]).toBe(endings[type])
    const stored = await fetchMedia(app, uploaded.secure_url)
    expect(stored.headers.get('content-type')).toBe(type)
    expect(stored.bytes).toHaveLength(file.length)
    for (const word of placeWords) expect([word, stored.bytes.includes(word)]).toEqual([word, false])
    expect(stored.bytes.indexOf(film.subarray(0, 10_000))).toBe(file.indexOf(film.subarray(0, 10_000)))
  })

  test('uses the poster as its thumbnail', async () => {
    const { thumbnail_url } = await upload(app, member, {
      file: mp4(),
      poster: await picture('png', 1000, 500),
    })
    const { bytes } = await fetchMedia(app, thumbnail_url)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 720, height: 360 })
  })

  test('is rejected with a poster that is not a picture', async () => {
    expectFailure(await sendFile(app, member, { file: mp4(), poster: Buffer.from('<svg/>') }), 415)
    expectFailure(await sendFile(app, member, { file: mp4(), poster: mp4() }), 415)
    const half = Buffer.from((await picture('jpeg')).subarray(0, 200))
    expectFailure(await sendFile(app, member, { file: mp4(), poster: half }), 400, 'DAMAGED')
  })

  test('is rejected as an avatar', async () => {
    const answer = await sendFile(app, member, { file: mp4(), preset: 'avatar' })
    expect(expectFailure(answer, 400).fields).toEqual({ file: 'An avatar must be a picture.' })
  })

  test('has at most 50,000,000 bytes', async () => {
    const base = mp4()
    const padded = (bytes: number) =>
      Buffer.concat([base, box('mdat', Buffer.alloc(bytes - base.length - 8))])
    expect((await sendFile(app, member, { file: padded(50_000_000) })).status).toBe(200)
    const failure = expectFailure(await sendFile(app, member, { file: padded(50_000_001) }), 413, 'TOO_LARGE')
    expect(failure.message).toBe('A video may have at most 50 MB.')
  })
})

const start = box('ftyp', 'mp42', Buffer.alloc(4), 'mp42')
const mdat = box('mdat', film)
const lying = (type: string, size: number) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size)
  head.write(type, 4, 'latin1')
  return head
}
const nested = (depth: number): Buffer => (depth === 0 ? box('free') : box('trak', nested(depth - 1)))

describe('a video with false sizes', () => {
  test.each([
    ['no head', Buffer.concat([start, mdat])],
    [
      'a box larger than the file',
      Buffer.concat([start, box('moov', track(1, 1)), lying('mdat', 99_999_999)]),
    ],
    ['a box larger than the one around it', Buffer.concat([start, box('moov', lying('udta', 9999)), mdat])],
    ['a box smaller than its own head', Buffer.concat([start, box('moov', lying('udta', 5), film), mdat])],
    ['a huge 64-bit size', Buffer.concat([start, box('moov'), longBox('mdat', film, 2 ** 60)])],
    ['a 64-bit size of zero', Buffer.concat([start, box('moov'), longBox('mdat', film, 0)])],
    ['a 64-bit size that is cut off', Buffer.concat([start, box('moov'), lying('mdat', 1)])],
    ['a compressed head', Buffer.concat([start, box('moov', box('cmov', film)), mdat])],
    ['boxes in boxes in boxes', Buffer.concat([start, box('moov', nested(50)), mdat])],
    [
      'a million boxes',
      Buffer.concat([start, box('moov', ...Array<Buffer>(30_000).fill(box('abcd'))), mdat]),
    ],
    [
      'WebM: an element larger than the file',
      Buffer.concat([webm(), Buffer.from('1254c36710ffffff', 'hex')]),
    ],
    [
      'WebM: tags without a size',
      Buffer.concat([webm(), Buffer.from('1254c36701ffffffffffffff', 'hex'), film]),
    ],
    ['WebM: zeros', Buffer.concat([webm(), Buffer.alloc(5000)])],
    ['WebM: a million elements', Buffer.concat([webm(), ...Array<Buffer>(310_000).fill(element('ec'))])],
  ])('is rejected: %s', async (_what, file) => {
    expectFailure(await sendFile(app, member, { file: Buffer.from(file) }), 400, 'DAMAGED')
  })

  test('accepts unusual but valid videos', async () => {
    const endless = Buffer.concat([start, box('moov', track(1, 1)), lying('mdat', 0), film])
    const odd = Buffer.concat([
      start,
      box('moov', box('tkhd', 'short'), Buffer.alloc(4)),
      longBox('mdat', film),
    ])
    expect(await upload(app, member, { file: endless })).toMatchObject({ width: 1, height: 1 })
    expect(await upload(app, member, { file: odd })).toMatchObject({ width: null, height: null })
    const tall = Buffer.concat([start, box('moov', box('trak', tkhd(3, 4, true))), mdat])
    expect(await upload(app, member, { file: tall })).toMatchObject({ width: 4, height: 3 })
  })

  test.each([
    ['MP4', 'video/mp4', mp4()],
    ['WebM', 'video/webm', webm({ isOpen: true })],
  ])('cleans or rejects %s with changed bytes', async (name, type, file) => {
    const path = join(folder, name)
    const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (changes) => {
        const bytes = Buffer.from(file)
        for (const [at, value] of changes) bytes[at] = value
        await writeFile(path, bytes)
        const outcome = await cleanVideo(path, { is: 'video', type }).catch((error: Error) => error.name)
        expect(outcome === 'ApiError' || typeof outcome === 'object').toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})
