import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
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
import { freePorts } from '../cluster/ports.mjs'
import { isResponding } from '../cluster/wait.mjs'

const root = new URL('../..', import.meta.url).pathname
export const print = (line) => process.stdout.write(`${line}\n`)

/** Runs `work` with its own database server, and removes it afterwards. */
export async function withDatabase(work) {
  const database = await openDatabase()
  return work(database).finally(() => database.close())
}

/** Opens a database server as it ships, with the groups and no members. `close` ends it and removes its folder. */
export async function openDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'rs-bench-'))
  let isKilled = false
  const options = { dataDir: folder, say: (line) => isKilled || print(line) }
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
    /** Kills the database and starts it again on the same folder. */
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

/** Creates sessions of members, as a log-in does. */
export function tokenMaker(db, jwtSecret) {
  const deps = { clock: systemClock, settings: { tokenMinutes: 600 }, jwtSecret }
  return async (id) => (await startSession(deps, db, { id, role: 'USER' })).access_token
}

/** Returns the errors in a log of the product. Its greeting at the start is not JSON. */
export const errorsIn = (log) =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level >= 50)

async function serverPid(folder) {
  const text = await readFile(join(await findDb(folder), 'postmaster.pid'), 'utf8')
  return Number.parseInt(text, 10)
}

/**
 * Runs long statements over one connection without a time limit, triggers and foreign keys. A step is a statement, or a label
 * that is printed with its time, and the statement.
 */
export async function loadInBulk(url, steps) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set statement_timeout = 0`)
    const restore = await withoutChecks(client)
    for (const step of steps) {
      const [label, text] = Array.isArray(step) ? step : ['', step]
      const began = performance.now()
      await client.query(text)
      if (label) print(`  ${label} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
    }
    for (const text of restore) await client.query(text)
  } finally {
    await client.end()
  }
}

/** Drops triggers and foreign keys of our tables, and returns the function that restores them. */
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

/**
 * Starts one of our programs as its own process, and waits until it responds. It ends with the block that uses it. `log` is
 * an open file for its output; by default only errors are shown.
 */
async function startProgram(args, { port: fixedPort, log = 'ignore', ...environment }, path) {
  const [port] = fixedPort ? [fixedPort] : await freePorts(1)
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', log, log === 'ignore' ? 'inherit' : log],
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const end = (signal) => {
    child.kill(signal)
    return ended
  }
  const url = `http://127.0.0.1:${port}`
  while (!(await isResponding(url + path))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} did not start.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    port,
    pid: child.pid,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  }
}

/** Starts the routes that the product is measured against, see baseline.mjs. Those of whole orders have their own program. */
export const startBaseline = ({ url }, environment = {}, program = 'support/baseline.mjs') =>
  startProgram([`bench/${program}`], { DATABASE_URL: url, ...environment }, '/ready')

/** Starts the whole product on that database, without rate limits. `extraSettings` are more of its settings. */
export function startProduct({ url, folder, jwtSecret }, port, extraSettings = {}) {
  return startProgram(
    ['--max-semi-space-size=16', 'api/src/main.ts'],
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
