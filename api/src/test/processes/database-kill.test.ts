import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listGroups } from '@rootsquare/contract/groups'
import { password } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { freshFolder, folderWithDatabase, query, serverPid } from '#api/test/processes/embedded-server.ts'
import { listen } from '#api/test/events.ts'
import { timeLimits } from '#api/test/time-limits.ts'
import {
  databaseIn,
  launchProduct,
  newcomer,
  startProduct,
  type Product,
} from '#api/test/processes/product-process.ts'

/** KILLS=10 for a longer run. */
const kills = Number(process.env['KILLS'] ?? 2)

type Member = { id: number; username: string; token: string }

async function signUp(product: Product, username: string): Promise<void> {
  const groups = dataOf(listGroups, await product.call('GET', '/groups', { query: { size: 1 } }))
  const body = newcomer(username, groups.content[0]?.id ?? 0)
  expectOk(await product.call('POST', '/create/user', { body }))
}

async function signIn(product: Product, dataDir: string, username: string): Promise<Member> {
  await signUp(product, username)
  const verify = `update members set verified_at = now() where username = '${username}' returning id::int`
  const rows = z.array(z.object({ id: z.int() })).parse(await query(databaseIn(dataDir), verify))
  const login = await product.call('POST', '/login', { body: { username, userSecret: password } })
  expect(login.status).toBe(200)
  return { id: rows[0]?.id ?? 0, username, token: String(login.body['data']?.['access_token']) }
}

const send = (product: Product, from: Member, to: Member, message: string) =>
  product.call('POST', '/messaging/create', {
    token: from.token,
    body: { eventType: 'MESSAGE', message, userId: to.id },
  })

/** Members send messages to the same one until stopped. Returns the acknowledged messages. */
function keepWriting(product: Product, writers: Member[], to: Member) {
  const acknowledged: string[] = []
  const refused: number[] = []
  let isOver = false
  const write = async (from: Member) => {
    for (let number = 1; !isOver; number += 1) {
      const message = `${from.username} ${number}`
      const { status } = await send(product, from, to, message)
      if (status === 200) acknowledged.push(message)
      else refused.push(status)
    }
  }
  const all = Promise.all(writers.map(write))
  return {
    acknowledged,
    async stop() {
      isOver = true
      await all
      return refused
    },
  }
}

function killDatabase(dataDir: string): number {
  const pid = serverPid(dataDir)
  process.kill(pid, 'SIGKILL')
  return pid
}

const healthOf = async ({ call }: Product) => (await call('GET', '/health')).status

async function mailed(dataDir: string): Promise<string> {
  const outbox = join(dataDir, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  return (await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8').catch(() => '')))).join()
}

/** What it wrote to stderr, without the stack traces that the job library prints of its own lost connections. */
const complaints = ({ errors }: Product) =>
  errors.filter((line) => !/^(Trace: Error: connect| |\})/.test(line))

const Line = z.looseObject({ level: z.number(), msg: z.string().optional() })

/** What the product logged, but for its line about each request. */
function logged({ lines }: Product) {
  const json = lines.filter((line) => line.startsWith('{')).map((line) => Line.parse(JSON.parse(line)))
  return json.filter(({ msg }) => msg !== 'request')
}

test(
  `after ${kills} kills of the database under load nothing acknowledged is lost`,
  async () => {
    const dataDir = folderWithDatabase()
    const product = await startProduct(dataDir, { LOG_LEVEL: 'info' })
    const members = []
    for (const username of ['ada', 'bayo', 'chidi', 'dayo']) {
      members.push(await signIn(product, dataDir, username))
    }
    const [reader, ...writers] = members
    if (reader === undefined) throw new Error('There is nobody to write to.')
    const stream = await listen(product, reader)
    await stream.untilNamed('unread')

    const writing = keepWriting(product, writers, reader)
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = writing.acknowledged.length
      await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(before + 20)
      const killed = killDatabase(dataDir)
      await expect.poll(() => serverPid(dataDir)).not.toBe(killed)
      await expect.poll(() => healthOf(product)).toBe(200)
    }
    const before = writing.acknowledged.length
    await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(before + 20)
    const refused = await writing.stop()
    expect(new Set(refused)).toEqual(new Set([503]))

    const rows = z
      .array(z.object({ body: z.string() }))
      .parse(await query(databaseIn(dataDir), `select body from messages where receiver_id = ${reader.id}`))
    const stored = new Set(rows.map(({ body }) => body))
    expect(writing.acknowledged.filter((message) => !stored.has(message))).toEqual([])

    // The stream was opened before the first kill, and the jobs run as before.
    const last = `last of ${writers[0]?.username}`
    if (writers[0]) expect((await send(product, writers[0], reader, last)).status).toBe(200)
    await expect.poll(() => JSON.stringify(stream.events)).toContain(last)
    await signUp(product, 'efe')
    await expect.poll(() => mailed(dataDir)).toContain('efe@example.com')
    expect(await product.end('SIGTERM')).toBe(0)

    const lines = logged(product)
    const away = lines.filter(({ msg }) => msg === 'the database is away')
    expect(away.length).toBeGreaterThan(0)
    expect(away.length).toBeLessThan(refused.length)
    expect(lines.filter(({ msg }) => msg === 'the database is back').length).toBeGreaterThan(0)
    expect(lines.filter((line) => JSON.stringify(line).includes('"stack"'))).toEqual([])
    expect(complaints(product)).toEqual([])
  },
  timeLimits.test + kills * timeLimits.expectation,
)

/** Killed, and with settings it cannot start with: the product tries for a minute to bring it back. */
async function takeDown(product: Product, dataDir: string): Promise<void> {
  appendFileSync(join(dataDir, 'db', 'postgresql.conf'), '\nshared_buffers = yam\n')
  killDatabase(dataDir)
  await expect.poll(() => healthOf(product)).toBe(503)
}

test('without its database health is 503, and SIGTERM still ends the product', async () => {
  const dataDir = folderWithDatabase()
  const product = await startProduct(dataDir)
  expect(await product.call('GET', '/health')).toMatchObject({ body: { data: { status: 'ok' } } })
  await takeDown(product, dataDir)
  const answer = await product.call('GET', '/health')
  expect(expectFailure(answer, 503, 'UNAVAILABLE').message).toBe('The database does not answer.')
  expect(answer.headers.get('retry-after')).toBe('5')
  const second = launchProduct(dataDir)
  expect(await second.ended).toBe(1)
  expect(second.errors.join('')).toBe(
    `Another Rootsquare is already running on ${dataDir} (process ${product.pid}). Stop it first, or set DATA_DIR to another folder.`,
  )
  // The code is not 0 if it took longer than ten seconds, because the process then gives up a clean end.
  expect(await product.end('SIGTERM')).toBe(0)
  expect(complaints(product)).toEqual([])
})

test('a deleted database folder ends the product with a message', async () => {
  const dataDir = folderWithDatabase()
  const product = await startProduct(dataDir)
  const server = serverPid(dataDir)
  renameSync(join(dataDir, 'db'), join(dataDir, 'elsewhere'))
  process.kill(server, 'SIGKILL')
  expect(await product.ended).toBe(1)
  // The job library may also print the stack trace of its own lost connection.
  expect(product.errors).toContain(
    `The embedded PostgreSQL could not be started again. The database folder ${dataDir}/db is gone. Bring it back and start again, or start again to begin with an empty database.`,
  )
})

test.each([
  ['an embedded database', {}],
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing', JWT_SECRET: 'x'.repeat(32) }],
])('a DATA_DIR that cannot be made ends a start with %s', async (_, more) => {
  const file = join(freshFolder(), 'file')
  writeFileSync(file, '')
  const product = launchProduct(join(file, 'data'), more)
  expect(await product.ended).toBe(1)
  expect(product.errors.join('')).toBe(
    `The data folder ${file}/data cannot be made, entered or written (ENOTDIR). Check who may write there, or set DATA_DIR to another folder.`,
  )
})
