import fc from 'fast-check'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure } from '#api/test/answer.ts'
import { mp3Audio, mp4Audio, oggAudio, privateWords, webmAudio } from '#api/test/media/audio.ts'
import { fetchMedia, sendFile, upload } from '#api/test/media/upload.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { cleanAudio } from './audio.ts'

const app = await sharedApp()
const member = await buildMember(app)
const folder = await mkdtemp(join(tmpdir(), 'rs-audio-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const send = (file: Buffer<ArrayBuffer>, preset?: string) => sendFile(app, member, { file, preset })
const fragmented = () => mp4Audio({ brand: 'iso5', isFragmented: true })

describe('an uploaded audio file', () => {
  test.each([
    ['WebM', 'audio/webm', () => webmAudio()],
    ['Ogg', 'audio/ogg', () => oggAudio()],
    ['MP4', 'audio/mp4', () => mp4Audio()],
    ['MP4 in fragments', 'audio/mp4', fragmented],
    ['MP3', 'audio/mpeg', () => mp3Audio()],
  ])('in %s is measured and loses its metadata', async (_what, type, make) => {
    const file = make()
    for (const word of privateWords) expect(file.includes(word)).toBe(true)
    const uploaded = await upload(app, member, { file, name: 'x.jpg' })
    expect(uploaded).toMatchObject({
      resource_type: 'audio',
      thumbnail_url: null,
      width: null,
      height: null,
      bytes: file.length,
    })
    expect(uploaded.duration).toBeCloseTo(3, 1)
    const stored = await fetchMedia(app, uploaded.secure_url)
    expect(stored.headers.get('content-type')).toBe(type)
    expect(stored.headers.get('x-content-type-options')).toBe('nosniff')
    expect(stored.bytes).toHaveLength(file.length)
    for (const word of privateWords) expect([word, stored.bytes.includes(word)]).toEqual([word, false])
    const part = await fetchMedia(app, uploaded.secure_url, { range: 'bytes=10-19' })
    expect([part.status, part.bytes.equals(stored.bytes.subarray(10, 20))]).toEqual([206, true])
    // The cleaned file is still readable and has the same length.
    const again = await upload(app, member, { file: Buffer.from(stored.bytes) })
    expect(again.duration).toBe(uploaded.duration)
  })

  test.each([
    ['WebM', (seconds: number) => webmAudio({ seconds })],
    ['Ogg', (seconds: number) => oggAudio({ seconds })],
    ['MP4', (seconds: number) => mp4Audio({ seconds })],
    ['MP3', (seconds: number) => mp3Audio({ seconds })],
  ])('in %s has at most five minutes', async (_what, make) => {
    expect((await upload(app, member, { file: make(300) })).duration).toBeCloseTo(300, 0)
    const failure = expectFailure(await send(make(303)), 400, 'TOO_LONG')
    expect(failure.fields).toEqual({ file: 'A voice note may have at most 5 minutes.' })
  })

  test('has at most 5,000,000 bytes', async () => {
    for (const base of [mp4Audio(), mp4Audio({ brand: 'isom' })]) {
      const padding = Buffer.alloc(5_000_000 - base.length)
      padding.writeUInt32BE(padding.length)
      padding.write('mdat', 4, 'latin1')
      expect((await send(Buffer.concat([base, padding]))).status).toBe(200)
      const more = Buffer.concat([base, padding, Buffer.from('0000000866726565', 'hex')])
      const failure = expectFailure(await send(more), 413, 'TOO_LARGE')
      expect(failure.message).toBe('A voice note may have at most 5 MB.')
    }
  })

  test.each([
    ['WebM with Vorbis', webmAudio({ codec: 'A_VORBIS' })],
    ['MP4 with Opus', mp4Audio({ codec: 'Opus' })],
    ['Ogg with Vorbis', oggAudio({ codec: '\x01vorbis' })],
  ])('in %s is rejected', async (_what, file) => {
    expectFailure(await send(file), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  test.each([
    ['without sound', webmAudio({ seconds: 0 })],
    ['MP4 without a track of sound', mp4Audio({ handler: 'text' })],
    ['MP4 that plays for no time', mp4Audio({ seconds: 0 })],
    ['Ogg that is cut off', Buffer.from(oggAudio().subarray(0, -10))],
    ['Ogg with two streams', oggAudio({ isTwo: true })],
    ['MP3 of one frame', mp3Audio({ seconds: 0.024 })],
    ['MP3 with other content', Buffer.concat([mp3Audio(), Buffer.alloc(70_000, 1)])],
  ])('is rejected as damaged: %s', async (_what, file) => {
    expectFailure(await send(file), 400, 'DAMAGED')
  })

  test('is rejected as an avatar, and WebM with pictures is a video', async () => {
    expect(expectFailure(await send(mp3Audio(), 'avatar'), 400).fields).toEqual({
      file: 'An avatar must be a picture.',
    })
    const video = await upload(app, member, { file: webmAudio({ trackType: 1 }) })
    expect(video).toMatchObject({ resource_type: 'video', duration: null })
  })

  test.each([
    ['audio/webm', webmAudio()],
    ['audio/ogg', oggAudio()],
    ['audio/mp4', fragmented()],
    ['audio/mpeg', mp3Audio()],
  ])('in %s with changed bytes is cleaned or rejected', async (type, file) => {
    const path = join(folder, 'changed')
    const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (changes) => {
        const bytes = Buffer.from(file)
        for (const [at, value] of changes) bytes[at] = value
        await writeFile(path, bytes)
        const received = { path, kind: { is: 'audio', type } as const, bytes: bytes.length }
        const outcome = await cleanAudio(received).catch((error: Error) => error.name)
        expect(outcome === 'ApiError' || typeof outcome === 'number').toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})
