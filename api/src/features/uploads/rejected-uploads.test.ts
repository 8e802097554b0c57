import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { limits } from '@rootsquare/contract/lib/limits'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { animation, endlessGif, heavyPicture, picture } from '#api/test/media/pictures.ts'
import { blackPng } from '#api/test/media/png.ts'
import { filesIn } from '#api/test/scan.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { formOf, mediaRows, sendFile, sendForm, upload } from '#api/test/media/upload.ts'

const app = await sharedApp()
const member = await buildMember(app)

const send = (file: Buffer<ArrayBuffer>, more: { preset?: string; name?: string; type?: string } = {}) =>
  sendFile(app, member, { file, ...more })

/** Expects that no row, stored file or temporary file remains. */
async function expectNothingKept(work: () => Promise<void>) {
  const before = { rows: (await mediaRows(app)).length, files: (await filesIn(app.folder)).toSorted() }
  await work()
  const after = { rows: (await mediaRows(app)).length, files: (await filesIn(app.folder)).toSorted() }
  expect(after).toEqual(before)
}

describe('a rejected file', () => {
  test.each([
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    [
      'an SVG after a declaration',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    ],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a text', 'just words'],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj'],
    ['a ZIP', 'PK\x03\x04\x14\x00\x00\x00'],
    ['a BMP', `BM${'\0'.repeat(60)}`],
    ['a single byte', 'G'],
  ])('is %s with the name .jpg', async (_what, content) => {
    await expectNothingKept(async () => {
      const failure = expectFailure(await send(Buffer.from(content)), 415, 'UNSUPPORTED_MEDIA_TYPE')
      expect(failure.fields?.file).toMatch(/^Only JPEG, PNG, WebP, GIF and AVIF pictures/)
    })
  })

  test('is TIFF or HEIC', async () => {
    const tiff = await sharp(await picture('png'))
      .tiff()
      .toBuffer()
    const heic = Buffer.concat([Buffer.from('00000018667479706865696300000000', 'hex'), Buffer.alloc(5000)])
    for (const file of [Buffer.from(new Uint8Array(tiff)), heic]) expectFailure(await send(file), 415)
  })

  test('is empty, missing or one of two', async () => {
    await expectNothingKept(async () => {
      expect(expectFailure(await send(Buffer.alloc(0)), 400).fields).toEqual({ file: 'The file is empty.' })
      const none = await sendForm(app, member, formOf({}))
      expect(expectFailure(none, 400).fields).toEqual({ file: 'Required.' })
      const two = formOf({ file: await picture('png') })
      two.append('file', new Blob([await picture('png')]), 'b.png')
      expect(expectFailure(await sendForm(app, member, two), 400).fields).toEqual({
        file: 'Send one file at a time.',
      })
    })
  })

  test('is a text field in place of the file', async () => {
    for (const text of ['http://169.254.169.254/latest', 'data:image/png;base64,iVBORw0KGgo=']) {
      const form = formOf({})
      form.append('file', text)
      expect(expectFailure(await sendForm(app, member, form), 400).fields).toEqual({ file: 'Required.' })
    }
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('is half a %s', async (format) => {
    const whole = await heavy(format)
    await expectNothingKept(async () => {
      expectFailure(await send(Buffer.from(whole.subarray(0, whole.length / 2))), 400, 'DAMAGED')
    })
  })

  test('is a picture header with garbage behind it', async () => {
    for (const head of [
      'ffd8ffe000104a464946',
      '89504e470d0a1a0a',
      '474946383961',
      '524946460000000057454250',
    ]) {
      const file = Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(300, 'rubbish ')])
      const { status } = await send(file)
      expect([400, 415]).toContain(status)
    }
  })
})

/** Creates a picture with so many pixels that half of the file lacks some. */
async function heavy(format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif') {
  const noise = Buffer.alloc(128 * 128 * 3, 0).map((_, at) => (at * 7919) % 251)
  const image = sharp(noise, { raw: { width: 128, height: 128, channels: 3 } })
  return image.toFormat(format).toBuffer()
}

describe('the size of a picture', () => {
  test('is limited to 10,000,000 bytes', async () => {
    const base = await picture('jpeg')
    const padded = (bytes: number) => Buffer.concat([base, Buffer.alloc(bytes - base.length)])
    expect((await send(padded(10_000_000))).status).toBe(200)
    await expectNothingKept(async () => {
      const failure = expectFailure(await send(padded(10_000_001)), 413, 'TOO_LARGE')
      expect(failure.message).toBe('A picture may have at most 10 MB.')
    })
  })

  test('is under 2,000,000 bytes for an avatar', async () => {
    const base = await picture('jpeg')
    const padded = (bytes: number) => Buffer.concat([base, Buffer.alloc(bytes - base.length)])
    expect((await send(padded(1_999_999), { preset: 'avatar' })).status).toBe(200)
    const expected = { file: 'Avatar size should be less than 2 MB!' }
    expect(expectFailure(await send(padded(2_000_000), { preset: 'avatar' }), 400).fields).toEqual(expected)
    const form = new FormData()
    form.append('file', new Blob([padded(2_000_000)]), 'a.jpg')
    form.append('upload_preset', 'avatar')
    expect(expectFailure(await sendForm(app, member, form), 400).fields).toEqual(expected)
    expect((await send(padded(2_000_000))).status).toBe(200)
  })

  test('is limited to 50 megapixels', async () => {
    expect((await send(blackPng(10_000, 5000))).status).toBe(200)
    await expectNothingKept(async () => {
      const failure = expectFailure(await send(blackPng(10_000, 5001)), 400, 'TOO_MANY_PIXELS')
      expect(failure.message).toBe('This picture has more than 50 megapixels.')
    })
  })

  test('is limited to 200 frames of an animation', async () => {
    const { secure_url } = await upload(app, member, { file: await animation('gif', 200, 8) })
    const stored = await sharp(join(app.folder, secure_url)).metadata()
    expect(stored).toMatchObject({ format: 'webp', pages: 200 })
    for (const format of ['gif', 'webp'] as const) {
      expectFailure(await send(await animation(format, 201, 8)), 400, 'TOO_MANY_FRAMES')
    }
  })

  test('includes all frames of an animation', async () => {
    expectFailure(await send(endlessGif(60, 1000)), 400, 'TOO_MANY_PIXELS')
  })
})

const boundary = 'xxxxxxxxxx'
const opening = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`

/** Sends a raw request whose body comes from `body`, and returns the response. */
async function sendByHand(
  headers: string[],
  body: (write: (bytes: Buffer) => Promise<void>) => Promise<void>,
) {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.on('error', () => {})
  const write = (bytes: Buffer | string) =>
    new Promise<void>((resolve) => void socket.write(bytes, () => resolve()))
  const type = `content-type: multipart/form-data; boundary=${boundary}`
  const lines = ['POST /api/media/upload HTTP/1.1', 'host: x', `authorization: Bearer ${member.token}`, type]
  await write(`${[...lines, ...headers].join('\r\n')}\r\n\r\n`)
  await body(write)
  return { socket, closed, answer: () => answer }
}

const uploading = () => readdir(join(app.folder, 'uploading')).catch(() => [])

async function until(isTrue: () => Promise<boolean> | boolean) {
  while (!(await isTrue())) await wait(10)
}

describe('a client that breaks the rules', () => {
  test('leaves no file when it disconnects', async () => {
    await expectNothingKept(async () => {
      const file = await heavyPicture(3_000_000)
      const { socket } = await sendByHand(['content-length: 9000000'], async (write) => {
        await write(Buffer.concat([Buffer.from(opening), file]))
      })
      await until(async () => (await uploading()).length === 1)
      socket.destroy()
      await until(async () => (await uploading()).length === 0)
    })
  })

  test('is rejected before the body is read when it announces 10 GB', async () => {
    await expectNothingKept(async () => {
      const { closed, answer } = await sendByHand(['content-length: 10000000000'], async () => {})
      await closed
      expect(answer()).toMatch(/^HTTP\/1\.1 413 /)
      expect(answer()).toContain('"code":"TOO_LARGE"')
    })
  })

  test.each([
    ['the file', opening],
    ['an unknown part', opening.replace('name="file"', 'name="more"')],
    ['a text', opening.replace('name="file"; filename="a.jpg"', 'name="upload_preset"')],
  ])('is disconnected when it sends %s without end', async (_what, head) => {
    await expectNothingKept(async () => {
      const jpeg = await picture('jpeg')
      let sent = 0
      const { closed } = await sendByHand(['transfer-encoding: chunked'], async (write) => {
        const first = Buffer.concat([Buffer.from(head), jpeg])
        await write(Buffer.from(`${first.length.toString(16)}\r\n${first.toString('latin1')}\r\n`, 'latin1'))
        const more = Buffer.from(`${(1_000_000).toString(16)}\r\n${'x'.repeat(1_000_000)}\r\n`)
        for (; sent < 200; sent += 1) await Promise.race([write(more), wait(300)])
      })
      await closed
    })
  })

  test.each([
    ['no form', 'application/json', '{}', 415],
    ['a form without a boundary', 'multipart/form-data', 'x', 415],
    ['an empty boundary', 'multipart/form-data; boundary=', 'x', 400],
    ['no end', `multipart/form-data; boundary=${boundary}`, `${opening}abc`, 400],
    ['rubbish', `multipart/form-data; boundary=${boundary}`, 'rubbish', 400],
    ['nothing', `multipart/form-data; boundary=${boundary}`, '', 400],
  ])('is rejected when it sends %s', async (_what, type, body, status) => {
    await expectNothingKept(async () => {
      const headers = { authorization: `Bearer ${member.token}`, 'content-type': type }
      const response = await fetch(`${app.url}/api/media/upload`, { method: 'POST', headers, body })
      expectFailure({ status: response.status, body: await response.json() }, status)
    })
  })

  test('is rejected when it sends too many parts', async () => {
    const form = formOf({ file: await picture('png') })
    for (let part = 0; part < 40; part += 1) form.append(`more${part}`, 'x')
    await expectNothingKept(async () => {
      expectFailure(await sendForm(app, member, form), 413)
    })
  })

  test('is rejected when it sends two posters', async () => {
    const form = formOf({ file: await picture('png'), poster: await picture('png') })
    form.append('poster', new Blob([await picture('png')]), 'b.png')
    await expectNothingKept(async () => {
      const expected = { poster: 'Send one poster at a time.' }
      expect(expectFailure(await sendForm(app, member, form), 400).fields).toEqual(expected)
    })
  })

  test('is accepted with an unknown large part, which is ignored', async () => {
    const form = new FormData()
    form.append('more', new Blob([Buffer.alloc(20_000_000)]), 'more.bin')
    form.append('file', new Blob([await picture('png')]), 'a.png')
    expectOk(await sendForm(app, member, form))
  })

  test('is rejected before the body when it is not signed in', async () => {
    const answer = await sendForm(app, { token: 'none' }, formOf({ file: await picture('png') }))
    expectFailure(answer, 401)
  })
})

test('limits the uploads per 30 minutes', async () => {
  const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '0.1' } })
  const uploader = await buildMember(limited)
  const other = await buildMember(limited)
  const file = await picture('png', 8, 8)
  for (let count = 0; count < limits.upload.max / 10; count += 1) await upload(limited, uploader, { file })
  const rejected = await sendFile(limited, uploader, { file })
  expectFailure(rejected, 429)
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(1700)
  expect((await sendFile(limited, other, { file })).status).toBe(200)
  limited.clock.move(31 * 60_000)
  expect((await sendFile(limited, uploader, { file })).status).toBe(200)
})
