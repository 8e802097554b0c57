import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { buildMember, buildPost } from '#api/test/builders/members.ts'
import { caller } from '#api/test/call.ts'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { compileCache } from '#api/test/processes/embedded-server.ts'
import { noteRoutes, notesIn, prepareNotes } from '#api/test/processes/notes.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'

let token: string
const app = await sharedApp({ extraRoutes: [(app) => noteRoutes(app)] })
await prepareNotes(app.deps.db)
beforeEach(async () => {
  token = (await buildMember(app)).token
})

type Call = TestApp['call']
type Note = { text: string; ending?: string }
type Sent = { key?: string | null; by?: string; through?: Call }

/** Returns a new text for each test, so that its notes are distinct. */
const fresh = () => `note ${randomUUID()}`

function write(note: Note, { key = null, by = token, through = app.call }: Sent = {}) {
  const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key }
  return through('POST', '/test/notes', { token: by, body: note, headers })
}

async function written(text: string): Promise<number> {
  return (await notesIn(app.deps.db)).filter((note) => note.text === text).length
}

describe('the same key', () => {
  test('20 times at once writes one row and sends the same response', async () => {
    const [text, key] = [fresh(), randomUUID()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => write({ text, ending: 'wait' }, { key })),
    )
    expect(await written(text)).toBe(1)
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual(answers[0]?.body)
    }
    expect(answers[0]?.body).toMatchObject({ data: { text }, message: 'Noted' })
  })

  test('20 times at once through two nodes writes one row', async () => {
    const other = await temporaryApp({
      sameDatabaseAs: { url: app.databaseUrl },
      extraRoutes: [(app) => noteRoutes(app)],
    })
    const [text, key] = [fresh(), randomUUID()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        write({ text }, { key, through: index % 2 ? app.call : other.call }),
      ),
    )
    expect(await written(text)).toBe(1)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  test('repeats the response if only spaces or unknown fields differ', async () => {
    const [text, key] = [fresh(), randomUUID()]
    const first = await write({ text }, { key })
    const second = await write({ text: `  ${text} ` }, { key })
    const headers = { 'idempotency-key': key }
    const third = await app.call('POST', '/test/notes', { token, headers, body: { text, other: 1 } })
    expect([second.body, third.body]).toEqual([first.body, first.body])
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(await written(text)).toBe(1)
  })

  test('repeats the response however the URL is spelled', async () => {
    const [text, key] = [fresh(), randomUUID()]
    const first = await write({ text }, { key })
    const headers = { 'idempotency-key': key }
    for (const path of ['/test/notes/', '/test/notes?x=1', '/test/notes/?']) {
      const again = await app.call('POST', path, { token, headers, body: { text } })
      expect([path, again.status, again.body]).toEqual([path, 200, first.body])
    }
    expect(await written(text)).toBe(1)
  })

  test('used for another row gets a 409', async () => {
    const author = await buildMember(app)
    const [one, other] = [await buildPost(app, author), await buildPost(app, author)]
    const headers = { 'idempotency-key': randomUUID() }
    const comment = (id: number | string) =>
      app.call('POST', `/post/comments/${id}/create`, { token, headers, body: { comments: 'Well said' } })
    const first = await comment(one.id)
    expectOk(first)
    expect((await comment(`0${one.id}`)).body).toEqual(first.body)
    expectFailure(await comment(other.id), 409, 'IDEMPOTENCY_MISMATCH')
  })

  test('gets the stored response when the work is no longer possible', async () => {
    const author = await buildMember(app)
    const { id } = await buildPost(app, author)
    const headers = { 'idempotency-key': randomUUID() }
    const comment = () =>
      app.call('POST', `/post/comments/${id}/create`, { token, headers, body: { comments: 'Well said' } })
    const first = await comment()
    expectOk(first)
    expectOk(await app.call('DELETE', `/post/delete/${id}`, { token: author.token }))
    expect(await comment()).toMatchObject({ status: 200, body: first.body })
  })

  test('sent with another body gets a 409 and changes nothing', async () => {
    const [text, other, key] = [fresh(), fresh(), randomUUID()]
    const first = await write({ text }, { key })
    expectFailure(await write({ text: other }, { key }), 409, 'IDEMPOTENCY_MISMATCH')
    expectFailure(await write({ text, ending: 'wait' }, { key }), 409, 'IDEMPOTENCY_MISMATCH')
    expect(await written(other)).toBe(0)
    expect((await write({ text }, { key })).body).toEqual(first.body)
  })

  test('sent with two bodies at once gets a 409 for one of them', async () => {
    const [one, two, key] = [fresh(), fresh(), randomUUID()]
    const answers = await Promise.all([
      write({ text: one, ending: 'wait' }, { key }),
      write({ text: two, ending: 'wait' }, { key }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await written(one)) + (await written(two))).toBe(1)
  })

  test('used by another member counts as another key', async () => {
    const [text, key] = [fresh(), randomUUID()]
    const { token: by } = await buildMember(app)
    const [mine, theirs] = [await write({ text }, { key }), await write({ text }, { key, by })]
    expect([mine.status, theirs.status]).toEqual([200, 200])
    expect(mine.body).not.toEqual(theirs.body)
    expect(await written(text)).toBe(2)
  })

  test('stays the same key after a new log-in', async () => {
    const member = await buildMember(app)
    const [text, key] = [fresh(), randomUUID()]
    const first = await write({ text }, { key, by: member.token })
    const login = await app.call('POST', '/login', {
      body: { username: member.username, userSecret: member.password },
    })
    const by = z.object({ access_token: z.string() }).parse(login.body.data).access_token
    expect((await write({ text }, { key, by })).body).toEqual(first.body)
    expect(await written(text)).toBe(1)
  })

  test('expires after 24 hours', async () => {
    const [text, key] = [fresh(), randomUUID()]
    const other = await temporaryApp({
      sameDatabaseAs: { url: app.databaseUrl },
      extraRoutes: [(app) => noteRoutes(app)],
      settings: { TOKEN_TTL_MINUTES: '10000' },
    })
    const by = (await buildMember(other)).token
    const first = await write({ text }, { key, by, through: other.call })
    other.clock.move(23.9 * 3_600_000)
    expect((await write({ text }, { key, by, through: other.call })).body).toEqual(first.body)
    other.clock.move(1.1 * 3_600_000)
    const later = await write({ text: `${text} later` }, { key, by, through: other.call })
    expect(later).toMatchObject({ status: 200, body: { data: { text: `${text} later` } } })
    expectFailure(await write({ text }, { key, by, through: other.call }), 409, 'IDEMPOTENCY_MISMATCH')
  })
})

describe('no key', () => {
  test('writes each time', async () => {
    const text = fresh()
    await write({ text })
    await write({ text })
    expect(await written(text)).toBe(2)
  })
})

describe('an error', () => {
  test.each(['fail', 'be busy', 'wait too long'])(
    'leaves no row and the key unused after a server fault (%s)',
    async (ending) => {
      const [text, key] = [fresh(), randomUUID()]
      const failed = await write({ text, ending }, { key })
      expect(failed.status).toBeGreaterThanOrEqual(500)
      expectFailure(failed, failed.status)
      expect(await written(text)).toBe(0)
      expectOk(await write({ text }, { key }))
      expect(await written(text)).toBe(1)
    },
  )

  test('leaves no row, and the same key gets the same error', async () => {
    const [text, key] = [fresh(), randomUUID()]
    const first = await write({ text, ending: 'refuse' }, { key })
    expectFailure(first, 409, 'FULL')
    const again = await write({ text, ending: 'refuse' }, { key })
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expectFailure(await write({ text }, { key }), 409, 'IDEMPOTENCY_MISMATCH')
    expect(await written(text)).toBe(0)
  })

  test('does not store the error of a rate limit', async () => {
    const [text, key] = [fresh(), randomUUID()]
    expectFailure(await write({ text, ending: 'be overrun' }, { key }), 429)
    expect((await write({ text }, { key })).status).toBe(200)
  })

  test('leaves the key unused after a validation error', async () => {
    const [text, key] = [fresh(), randomUUID()]
    expectFailure(await write({ text: ' ' }, { key }), 400, 'INVALID')
    expect((await write({ text }, { key })).status).toBe(200)
  })

  test('leaves no row after several failing calls at once', async () => {
    const [text, key] = [fresh(), randomUUID()]
    const failed = write({ text, ending: 'fail' }, { key })
    const others = await Promise.all([
      failed,
      ...Array.from({ length: 5 }, () => write({ text, ending: 'fail' }, { key })),
    ])
    for (const answer of others) expectFailure(answer, 500)
    expect(await written(text)).toBe(0)
  })
})

describe('an invalid key', () => {
  test.each(['', ' ', 'two words', 'x'.repeat(256), 'ṣ', 'a\tb'])('%j is a 400', async (key) => {
    const text = fresh()
    const encoded = Buffer.from(key, 'utf8').toString('latin1')
    expectFailure(await write({ text }, { key: encoded }), 400, 'INVALID')
    expect(await written(text)).toBe(0)
  })

  test('accepts a key of 255 printable characters', async () => {
    const key = `${'!~"\\{}'.repeat(42)}abc`
    expect(key).toHaveLength(255)
    expect((await write({ text: fresh() }, { key })).status).toBe(200)
  })
})

describe('a node that is killed', () => {
  const program = fileURLToPath(new URL('../../test/processes/dying-server.ts', import.meta.url))

  /** Sends the note to a node that is killed before it responds. */
  async function writeToDying(moment: string, note: Note, key: string): Promise<void> {
    const child = spawn(process.execPath, [program, app.databaseUrl, moment], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...compileCache },
    })
    const ended = once(child, 'exit')
    const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), 'line'))
    const { url, folder } = z.object({ url: z.string(), folder: z.string() }).parse(JSON.parse(line))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await expect(write(note, { key, through: caller(url) })).rejects.toThrow()
    expect(await ended).toEqual([null, 'SIGKILL'])
  }

  test('repeats the response on another node if the kill was after the commit', async () => {
    const [text, key] = [fresh(), randomUUID()]
    await writeToDying('before the answer', { text }, key)
    const done = (await notesIn(app.deps.db)).filter((note) => note.text === text)
    expect(done).toHaveLength(1)
    for (const _ of [1, 2]) {
      const answer = await write({ text }, { key })
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { id: done[0]?.id, text }, message: 'Noted' },
      })
    }
    expect(await written(text)).toBe(1)
    expectFailure(await write({ text: fresh() }, { key }), 409, 'IDEMPOTENCY_MISMATCH')
  })

  test('does the work on another node if the kill was before the commit', async () => {
    const [text, key] = [fresh(), randomUUID()]
    await writeToDying('before the commit', { text }, key)
    expect(await written(text)).toBe(0)
    expect(await write({ text }, { key })).toMatchObject({ status: 200, body: { data: { text } } })
    expect(await written(text)).toBe(1)
  })
})
