import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDb, openPool } from '../../api/src/db/db.ts'
import { startEmbedded } from '../../api/src/db/embedded/embedded.ts'
import { findDb } from '../../api/src/db/embedded/folder/cluster-folder.ts'
import { migrate } from '../../api/src/db/migrate.ts'
import { startSession } from '../../api/src/features/accounts/sessions/sessions.ts'
import { systemClock } from '../../api/src/ports/clock/clock.ts'
import { seedReference } from '../../api/src/seed/reference.ts'

const root = new URL('../..', import.meta.url).pathname
const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
/** What `npm start` gives to Node, so that the process measured is the one that runs. */
export const nodeFlags = scripts.start.match(/--\S+/g)
export const print = (line) => process.stdout.write(`${line}\n`)

/** Runs `work` with a database server of its own, and removes it afterwards. */
export async function withDatabase(work, settings) {
  const database = await openDatabase(settings)
  return work(database).finally(() => database.close())
}

/** A database server of its own, with the groups in it and nobody else. Ended with `close`, folder and all. */
export async function openDatabase(settings = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'rs-bench-'))
  let isKilled = false
  const options = {
    dataDir: folder,
    say: (line) => isKilled || print(line),
    settings: { shared_buffers: '512MB', max_wal_size: '4GB', synchronous_commit: 'off', ...settings },
  }
  let server = await startEmbedded(options)
  const { url } = server
  await migrate(url)
  const pool = openPool(url, () => {}, 4)
  const db = openDb(pool)
  await seedReference(db, new Date())
  const jwtSecret = randomBytes(32).toString('hex')
  return {
    url,
    db,
    folder,
    jwtSecret,
    tokenOf: tokenMaker(db, jwtSecret),
    /** Ended as hard as can be, and started again on the same folder. */
    async killDatabase() {
      isKilled = true
      process.kill(await serverPid(folder), 'SIGKILL')
      await server.stop()
      server = await startEmbedded(options)
      if (server.url !== url) throw new Error('The database came back at another address.')
      isKilled = false
    },
    async close() {
      await db.destroy()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes sessions of members, as a log-in does. */
export function tokenMaker(db, jwtSecret) {
  const deps = { clock: systemClock, settings: { tokenMinutes: 600 }, jwtSecret }
  return async (id) => (await startSession(deps, db, { id, role: 'USER' })).access_token
}

async function serverPid(folder) {
  const text = await readFile(join(await findDb(folder), 'postmaster.pid'), 'utf8')
  return Number.parseInt(text, 10)
}

export const memberSteps = (count) => [
  [
    `${count} members`,
    `insert into members (username, email, password_hash, firstname, lastname, verified_at, created_at)
      select 'member' || n, 'member' || n || '@example.com', 'x', 'First', 'Last', now(), now()
      from generate_series(1, ${count}) n`,
  ],
]

/** Long statements over one connection that no time limit cuts, without triggers and foreign keys; prints what it does. */
export async function loadInBulk(url, steps) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set synchronous_commit = off; set statement_timeout = 0`,
    )
    const restore = await withoutChecks(client)
    for (const [label, text] of steps) {
      const began = performance.now()
      await client.query(text)
      if (label) print(`  ${label} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
    }
    for (const text of restore) await client.query(text)
  } finally {
    await client.end()
  }
}

/** Takes triggers and foreign keys of our tables away, and returns what brings them back. */
async function withoutChecks(client) {
  const { rows } = await client.query(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as removal,
      format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname,
        replace(pg_get_constraintdef(oid), ' NOT VALID', '')) as restoration
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select distinct format('alter table %s disable trigger user', tgrelid::regclass),
      format('alter table %s enable trigger user', tgrelid::regclass)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`)
  for (const { removal } of rows) await client.query(removal)
  return rows.map(({ restoration }) => restoration)
}

/** A program of ours as a process of its own; ready when it answers. `log`: an open file for its output, else errors alone are shown. */
async function startProgram(args, { port: fixedPort, log = 'ignore', ...environment }, path) {
  const port = fixedPort ?? (await freePort())
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'error' },
    stdio: ['ignore', log, log === 'ignore' ? 'inherit' : log],
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(url + path).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} did not start.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    port,
    pid: child.pid,
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** The routes that the product is measured against, see baseline.mjs. */
export const startBaseline = ({ url }, environment = {}) =>
  startProgram(['bench/support/baseline.mjs'], { DATABASE_URL: url, ...environment }, '/ready')

/** The whole product, rate limits off, on that database. `extraSettings`: more of its settings. */
export function startProduct({ url, folder, jwtSecret }, port, extraSettings = {}) {
  return startProgram(
    [...nodeFlags, 'api/src/main.ts'],
    {
      DATABASE_URL: url,
      JWT_SECRET: jwtSecret,
      DATA_DIR: folder,
      DEMO: '0',
      RATE_LIMIT_SCALE: '0',
      PUBLIC_URL: '',
      ...extraSettings,
      port,
    },
    '/api/health',
  )
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
