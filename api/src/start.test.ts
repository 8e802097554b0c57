import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { hashPassword } from '#api/features/accounts/password/password-hash.ts'
import { start } from '#api/start.ts'
import { cloneDatabase, type Clone } from '#api/test/database.ts'
import { query } from '#api/test/processes/embedded-server.ts'

let clone: Clone
let dataDir: string
beforeEach(async () => {
  clone = await cloneDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'rs-start-'))
})
afterEach(async () => {
  await clone.drop()
  await rm(dataDir, { recursive: true, force: true })
})

function environment(port: number, more: Record<string, string> = {}) {
  const secret = 'a secret only for tests, of some length'
  return {
    DATABASE_URL: clone.url,
    JWT_SECRET: secret,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    ...more,
  }
}

async function takenPort(): Promise<number> {
  const other = createServer()
  onTestFinished(() => void other.close())
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('prints the generated password even if the start fails', async () => {
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const port = await takenPort()
  await expect(start(environment(port), say)).rejects.toThrow(`PORT ${port} is in use.`)
  const password = /shown this once: {2}superadmin {2}(\S+)/.exec(said.join('\n'))?.[1]
  expect(password).toBeDefined()

  const metrics = await takenPort()
  const both = { METRICS_PORT: String(metrics) }
  await expect(start(environment(0, both), say)).rejects.toThrow(`METRICS_PORT ${metrics} is in use.`)

  const product = await start(environment(0), say)
  const login = await fetch(`${product.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'superadmin', userSecret: password }),
  })
  expect(login.status).toBe(200)
  expect(said.join('\n')).toContain('Rootsquare is ready')
  await product.stop()
  await expect(fetch(`${product.url}/api/health`)).rejects.toThrow()
  await product.stop()
})

test('is not served to others with the demo world or a super admin without mail', async () => {
  const demo = await start(environment(0, { DEMO: '1' }), () => {})
  await demo.stop()
  const open = { PUBLIC_URL: 'https://square.example', PAYMENTS: 'sandbox' }
  for (const settings of [{ HOST: '0.0.0.0' }, open]) {
    const again = start(environment(0, { ...settings, SUPERADMIN_EMAIL: 'owner@example.com' }), () => {})
    await expect(again).rejects.toThrow('The database contains the demo world')
  }
  const hash = await hashPassword('Another#1secret')
  const email = `case role when 'SUPERADMIN' then 'superadmin@localhost' else email end`
  await query(clone.url, `update members set password_hash = '${hash}', email = ${email}`)
  await expect(start(environment(0, open), () => {})).rejects.toThrow('set-email tunde.adeleye')
})

test('names the setting of an unreachable database', async () => {
  const nowhere = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' }
  await expect(start(environment(0, nowhere), () => {})).rejects.toThrow('check DATABASE_URL')
})

test('a stop drains, completes running requests and closes idle connections', async () => {
  const product = await start(environment(0, { DRAIN_SECONDS: '2' }), () => {})
  const { hostname, port } = new URL(product.url)
  const silent = connect(Number(port), hostname)
  const ended = new Promise((resolve) => silent.once('close', resolve).once('error', resolve))
  await new Promise((resolve) => silent.once('connect', resolve))
  const answer = fetch(`${product.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'superadmin', userSecret: 'wrong password' }),
  })
  await expect.poll(async () => (await fetch(`${product.url}/api/health`)).status).toBe(200)
  const stopped = product.stop()
  const drained = await Promise.all(
    ['/api/health/ready', '/api/config'].map((path) => fetch(product.url + path)),
  )
  expect(drained.map(({ status }) => status)).toEqual([503, 200])
  expect((await answer).status).toBe(400)
  await stopped
  await ended
})

test('rejects a direct URL of another database before it migrates anything', async () => {
  const other = new URL(clone.url)
  other.pathname = '/postgres'
  const both = environment(0, { DATABASE_DIRECT_URL: other.href })
  await expect(start(both, () => {})).rejects.toThrow('DATABASE_DIRECT_URL leads to another database')
})
