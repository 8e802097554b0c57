import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { maxOpenUploads, Uploaded } from '@rootsquare/contract/uploads'
import { expectFailure } from '#api/test/answer.ts'
import { buildMember, buildToken } from '#api/test/builders/members.ts'
import { startS3 } from '#api/test/fakes/s3.ts'
import { picture } from '#api/test/media/pictures.ts'
import { fetchMedia, mediaRows } from '#api/test/media/upload.ts'
import { mp4 } from '#api/test/media/videos.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { storeParts } from './parts.ts'
import { sweepMedia } from '#api/features/uploads/sweeper.ts'
import type { TestApp } from '#api/test/test-app.ts'

const app = await sharedApp()
const member = await buildMember(app)
const file = await picture('jpeg', 1200, 900)
const half = Math.floor(file.length / 2)

type Sender = { token: string }
type Sent = { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string>; app?: TestApp }

async function tus(method: string, path: string, { token }: Sender, sent: Sent = {}) {
  const response = await fetch(new URL(path, (sent.app ?? app).url), {
    method,
    headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...sent.headers },
    ...(sent.body && { body: sent.body }),
  })
  const text = await response.text()
  const body: unknown = text === '' ? null : JSON.parse(text)
  return { status: response.status, headers: response.headers, body }
}

const metadataOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

function create(
  bytes: number | string,
  values: Record<string, string> = {},
  sent: Sent & { by?: Sender } = {},
) {
  const headers = { 'upload-length': String(bytes), 'upload-metadata': metadataOf(values) }
  return tus('POST', '/api/media/resumable', sent.by ?? member, { ...sent, headers })
}

async function begin(bytes: number, values: Record<string, string> = {}, sent: Sent & { by?: Sender } = {}) {
  const made = await create(bytes, values, sent)
  expect(made.status).toBe(201)
  return made.headers.get('location') ?? ''
}

const idOf = (path: string) => path.split('/').at(-1) ?? ''

const partHeaders = (at: number) => ({
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(at),
})
type On = { app?: TestApp; by?: Sender }
const patch = (path: string, at: number, body: Uint8Array<ArrayBuffer>, { by = member, ...on }: On = {}) =>
  tus('PATCH', path, by, { body, headers: partHeaders(at), ...on })

const offsetOf = async (path: string, { by = member, ...on }: On = {}) =>
  (await tus('HEAD', path, by, on)).headers.get('upload-offset')

/** Sends the first bytes of a part, and leaves the rest to the test. */
async function openPart(path: string, bytes: number, on: On = {}) {
  const headers = { ...partHeaders(0), 'content-length': bytes, 'tus-resumable': '1.0.0' }
  const sending = request(new URL(path, (on.app ?? app).url), {
    method: 'PATCH',
    headers: { ...headers, authorization: `Bearer ${(on.by ?? member).token}` },
  })
  const status = new Promise((resolve) => {
    sending
      .on('response', (response) => resolve(response.resume().statusCode))
      .on('error', () => resolve('broken'))
  })
  sending.write(Buffer.alloc(300_000))
  await expect.poll(() => offsetOf(path, on)).not.toBe('0')
  return { sending, status }
}

function* endless() {
  const chunk = Buffer.concat([Buffer.from('f4240\r\n'), Buffer.alloc(1_000_000), Buffer.from('\r\n')])
  for (;;) yield chunk
}

async function send(path: string, bytes: Uint8Array<ArrayBuffer>) {
  const { status, body } = await patch(path, 0, bytes)
  expect(status).toBe(200)
  return Uploaded.strict().parse(body)
}

describe('an upload in parts', () => {
  test('is answered like one in one piece, and again after that', async () => {
    const path = await begin(file.length, { filename: 'a.jpg', upload_preset: 'rootsquare' })
    const first = await patch(path, 0, file.subarray(0, half))
    expect(first.status).toBe(204)
    expect(first.headers.get('upload-offset')).toBe(String(half))
    expect(await offsetOf(path)).toBe(String(half))
    const last = await patch(path, half, file.subarray(half))
    expect(last.status).toBe(200)
    expect(last.headers.get('upload-offset')).toBe(String(file.length))
    const uploaded = Uploaded.strict().parse(last.body)
    expect((await fetchMedia(app, uploaded.secure_url)).status).toBe(200)
    expect(await patch(path, file.length, new Uint8Array())).toMatchObject({ status: 200, body: uploaded })
    expect(await offsetOf(path)).toBe(String(file.length))
  })

  test('keeps what arrived before the line broke, which is no fault of the server', async () => {
    const lines: string[] = []
    const own = await temporaryApp({ log: (line) => lines.push(line) })
    const on = { app: own, by: await buildMember(own) }
    const path = await begin(400_000, {}, on)
    const { sending } = await openPart(path, 400_000, on)
    sending.destroy()
    await expect.poll(() => offsetOf(path, on)).toBe('300000')
    expect((await patch(path, 300_000, new Uint8Array(1), on)).status).toBe(204)
    expect(lines.join('')).not.toContain('request failed')
  })

  test('lets other calls through while it arrives', async () => {
    const own = await temporaryApp({ sheddingLimits: { maxRunning: 1 } })
    const on = { app: own, by: await buildMember(own) }
    const path = await begin(400_000, {}, on)
    const { sending, status } = await openPart(path, 400_000, on)
    await begin(10, {}, on)
    sending.end(Buffer.alloc(100_000))
    expect(await status).toBe(415)
  })

  test('begins anew when the database has lost the parts before', async () => {
    const path = await begin(400_000)
    const { sending, status } = await openPart(path, 400_000)
    await app.deps.db.deleteFrom('upload_parts').where('upload_id', '=', idOf(path)).execute()
    sending.end(Buffer.alloc(100_000))
    expect(await status).toBe(409)
    expect(await offsetOf(path)).toBe('0')
  })

  test('may come in pieces of one byte', async () => {
    const bytes = 300_000
    const path = await begin(bytes)
    async function* pieces() {
      for (let sent = 0; sent < bytes; sent += 1) yield Buffer.alloc(1)
    }
    expect(await storeParts(app.deps.db, idOf(path), 0, pieces())).toBe(bytes)
    expect(await offsetOf(path)).toBe(String(bytes))
  })

  test('is stored as it arrives, whatever encoding its sender names', async () => {
    const path = await begin(100)
    const headers = { ...partHeaders(0), 'content-encoding': 'gzip' }
    const { status } = await tus('PATCH', path, member, { body: new Uint8Array(50), headers })
    expect([status, await offsetOf(path)]).toEqual([204, '50'])
  })

  test('ends when it is canceled meanwhile', async () => {
    const path = await begin(100)
    const remove = 'delete from resumable_uploads where id = $1'
    const sent = await callDuring(app, remove, [idOf(path)], () => patch(path, 0, new Uint8Array(50)))
    expectFailure(sent, 409, 'WRONG_OFFSET')
  })

  test('goes on at another node, with the files in S3', async () => {
    const s3 = await startS3()
    const one = await temporaryApp({ settings: s3.settings })
    const other = await temporaryApp({ settings: s3.settings, sameDatabaseAs: { url: one.databaseUrl } })
    const by = await buildMember(one)
    const path = await begin(file.length, {}, { app: one, by })
    await patch(path, 0, file.subarray(0, half), { app: one, by })
    const { status, body } = await patch(path, half, file.subarray(half), { app: other, by })
    expect([status, Uploaded.parse(body).resource_type]).toEqual([200, 'image'])
  })

  test('continues at one place only once', async () => {
    const path = await begin(file.length)
    const both = [patch(path, 0, file.subarray(0, half)), patch(path, 0, file.subarray(0, half))]
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([204, 409])
    expect(await offsetOf(path)).toBe(String(half))
    expectFailure(await patch(path, half - 1, file.subarray(half - 1)), 409, 'WRONG_OFFSET')
  })

  test('that is finished twice at once has one answer', async () => {
    const path = await begin(file.length)
    const before = (await mediaRows(app)).length
    const part = file.length - 1
    await patch(path, 0, file.subarray(0, part))
    const answers = await Promise.all([
      patch(path, part, file.subarray(part)),
      patch(path, part, file.subarray(part)),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const repeated = await Promise.all([1, 2].map(() => patch(path, file.length, new Uint8Array())))
    expect(repeated[0]?.body).toEqual(repeated[1]?.body)
    expect((await mediaRows(app)).length).toBe(before + 1)
  })

  test('that is asked for again while it is being finished is stored once', async () => {
    const path = await begin(file.length)
    const before = (await mediaRows(app)).length
    await storeParts(app.deps.db, idOf(path), 0, Readable.from([Buffer.from(file)]))
    const [one, other] = await Promise.all([1, 2].map(() => patch(path, file.length, new Uint8Array())))
    expect([one?.status, other?.status]).toEqual([200, 200])
    expect(other?.body).toEqual(one?.body)
    expect((await mediaRows(app)).length).toBe(before + 1)
  })

  test('of a video takes its poster from another upload', async () => {
    const small = await picture('jpeg', 300, 200)
    const poster = await begin(small.length, { filename: 'p.jpg', upload_preset: 'poster' })
    expect((await patch(poster, 0, small)).status).toBe(204)
    const video = await mp4()
    const path = await begin(video.length, { filename: 'v.mp4', poster: idOf(poster) })
    const uploaded = await send(path, video)
    expect(uploaded).toMatchObject({
      resource_type: 'video',
      thumbnail_url: expect.stringContaining('-720.webp'),
    })
    expect((await tus('HEAD', poster, member)).status).toBe(404)
  })

  test('is gone when it was canceled, and a day after it began', async () => {
    const own = await temporaryApp()
    const by = await buildMember(own)
    const path = await begin(file.length, {}, { app: own, by })
    expect((await tus('DELETE', path, by, { app: own })).status).toBe(204)
    expect((await tus('HEAD', path, by, { app: own })).status).toBe(404)
    const late = await begin(file.length, {}, { app: own, by })
    await patch(late, 0, file.subarray(0, 100), { app: own, by })
    own.clock.move(24 * 3_600_000)
    const again = { token: await buildToken(own, by) }
    expectFailure(await patch(late, 100, file.subarray(100), { app: own, by: again }), 404, 'NOT_FOUND')
    await sweepMedia.run(own.deps, {})
    expect(await own.deps.db.selectFrom('upload_parts').select('starts_at').execute()).toEqual([])
  })
})

describe('an upload is rejected', () => {
  test.each<[string, number | string, Record<string, string>, [number, string]]>([
    ['without a size', '', {}, [400, 'INVALID']],
    ['with a size that is none', '1.5', {}, [400, 'INVALID']],
    ['when it is empty', 0, {}, [400, 'INVALID']],
    ['with an ending that is not accepted', 10, { filename: 'a.exe' }, [415, 'UNSUPPORTED_MEDIA_TYPE']],
    ['as a picture of over 10 MB', 10_000_001, { filename: 'A.JPG' }, [413, 'TOO_LARGE']],
    ['as a video of over 50 MB', 50_000_001, { filename: 'a.mp4' }, [413, 'TOO_LARGE']],
    ['as audio of over 5 MB', 5_000_001, { filename: 'a.mp3' }, [413, 'TOO_LARGE']],
    ['as anything of over 50 MB', 50_000_001, {}, [413, 'TOO_LARGE']],
    ['as an avatar that is a video', 10, { filename: 'a.mp4', upload_preset: 'avatar' }, [400, 'INVALID']],
    ['as an avatar of 2 MB', 2_000_000, { filename: 'a.png', upload_preset: 'avatar' }, [400, 'INVALID']],
    ['with text that cannot be stored', 10, { upload_preset: 'a\0' }, [400, 'BAD_TEXT']],
    ['with a poster that is no id', 10, { filename: 'a.mp4', poster: 'x' }, [400, 'INVALID']],
  ])('%s, before a byte of it is sent', async (_, bytes, values, [status, code]) => {
    expectFailure(await create(bytes, values), status, code)
  })

  test('when many others have not ended', async () => {
    const by = await buildMember(app)
    const made = await Promise.all(Array.from({ length: maxOpenUploads + 5 }, () => create(10, {}, { by })))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(maxOpenUploads)
    expectFailure(await create(10, {}, { by }), 429, 'TOO_MANY_REQUESTS')
  })

  test('when its content is not what its name says, and is gone then', async () => {
    const bytes = new TextEncoder().encode('#!/bin/sh\n'.repeat(1000))
    const path = await begin(bytes.length, { filename: 'a.jpg' })
    expectFailure(await patch(path, 0, bytes), 415, 'UNSUPPORTED_MEDIA_TYPE')
    expect((await tus('HEAD', path, member)).status).toBe(404)
  })

  test('and cut off, when a part never ends', async () => {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname).on('error', () => {})
    const headers = { ...partHeaders(0), 'tus-resumable': '1.0.0', 'transfer-encoding': 'chunked', host: 'x' }
    const lines = Object.entries({ ...headers, authorization: `Bearer ${member.token}` })
    socket.write(`PATCH ${await begin(100)} HTTP/1.1\r\n`)
    socket.write(`${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`)
    const closed = new Promise((resolve) => socket.on('close', resolve))
    Readable.from(endless()).pipe(socket)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain(' 413 ')
    await closed
  })

  test('where a part is longer than the upload, has no place or another type', async () => {
    const path = await begin(100)
    expectFailure(await patch(path, 0, new Uint8Array(101)), 413, 'TOO_LARGE')
    const wrong = { 'content-type': 'text/plain', 'upload-offset': '0' }
    const body = new Uint8Array(1)
    expectFailure(await tus('PATCH', path, member, { body, headers: wrong }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    const { 'content-type': type } = partHeaders(0)
    const sent = { body, headers: { 'content-type': type } }
    expectFailure(await tus('PATCH', path, member, sent), 400, 'INVALID')
  })

  test('for other members, and for another version of the protocol', async () => {
    const path = await begin(100)
    const other = await buildMember(app)
    expect((await tus('HEAD', path, other)).status).toBe(404)
    expectFailure(await patch(path, 0, new Uint8Array(1), { by: other }), 404, 'NOT_FOUND')
    expectFailure(await tus('DELETE', path, other), 404, 'NOT_FOUND')
    const old = { headers: { 'tus-resumable': '0.2.2', 'upload-length': '10' } }
    expectFailure(await tus('POST', '/api/media/resumable', member, old), 412, 'PRECONDITION_FAILED')
  })
})
