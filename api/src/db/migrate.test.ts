import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshFolder, query } from '#api/test/processes/embedded-server.ts'
import { isSameDatabase, migrate } from './migrate.ts'

const files = readdirSync(new URL('migrations/', import.meta.url)).toSorted()
const allSteps = [...files, 'functions, views and triggers'].map((name) => `Updating the database: ${name}`)

/** Opens a connection that only this test uses. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Creates a database without any tables. */
async function emptyDatabase(): Promise<string> {
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name} template template0`)
  onTestFinished(async () => {
    await query(server, `drop database if exists ${name} with (force)`)
  })
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Makes the folders of a product that has these migrations, and no routines. */
function foldersWith(sqlFiles: Record<string, string>) {
  const root = freshFolder()
  const folders = { migrations: join(root, 'migrations'), routines: join(root, 'routines') }
  for (const folder of Object.values(folders)) mkdirSync(folder)
  for (const [name, text] of Object.entries(sqlFiles)) writeFileSync(join(folders.migrations, name), text)
  return folders
}

const apply = (url: string, sqlFiles: Record<string, string>) =>
  migrate(url, undefined, foldersWith(sqlFiles))

/** Returns the names of all tables but the migrator's own. */
const tablesIn = async (url: string) =>
  (
    await query(
      url,
      `select tablename as name from pg_tables
       where schemaname = 'public' and tablename not in ('migrations', 'routines') order by 1`,
    )
  ).map(({ name }) => name)
const ledgerOf = async (url: string) =>
  (await query(url, 'select name from migrations order by name')).map(({ name }) => name)

/** Returns every column and trigger, to compare two databases. */
const shapeOf = async (url: string) => [
  await query(
    url,
    `select table_schema, table_name, column_name, data_type, column_default, is_nullable from information_schema.columns
     where table_schema in ('public', 'graphile_worker') order by 1, 2, 3`,
  ),
  await query(url, 'select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1'),
]

describe('a migration', () => {
  test('fills an empty database and reports each step', async () => {
    const url = await emptyDatabase()
    const said: string[] = []
    await migrate(url, (line) => said.push(line))
    expect(said).toEqual(allSteps)
    expect(await ledgerOf(url)).toEqual(files)
    const some = ['members', 'sessions', 'groups', 'idempotency_keys']
    expect(await tablesIn(url)).toEqual(expect.arrayContaining(some))
    const queue = await query(url, `select from pg_tables where schemaname = 'graphile_worker'`)
    expect(queue).not.toEqual([])
  })

  test('changes and reports nothing when it runs again', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    const [shape, ledger] = [await shapeOf(url), await query(url, 'select * from migrations order by name')]
    const said: string[] = []
    await migrate(url, (line) => said.push(line))
    expect(said).toEqual([])
    expect(await shapeOf(url)).toEqual(shape)
    expect(await query(url, 'select * from migrations order by name')).toEqual(ledger)
  })

  test('is applied once when five nodes start at the same time', async () => {
    const url = await emptyDatabase()
    const said: string[] = []
    await Promise.all(Array.from({ length: 5 }, () => migrate(url, (line) => said.push(line))))
    expect(said).toEqual(allSteps)
    expect(await ledgerOf(url)).toEqual(files)
  })

  test('leaves the existing data in place', async () => {
    const url = await emptyDatabase()
    const first = { '0001_a.sql': `create table a (id int); insert into a values (1), (2)` }
    const second = 'alter table a add column twice int generated always as (id * 2) stored'
    await apply(url, first)
    await apply(url, { ...first, '0002_b.sql': second })
    expect(await query(url, 'select * from a order by id')).toEqual([
      { id: 1, twice: 2 },
      { id: 2, twice: 4 },
    ])
  })
})

describe('an interrupted migration', () => {
  const slowFolders = () =>
    foldersWith({
      '0001_a.sql': 'create table pace (seconds float); insert into pace values (60)',
      '0002_b.sql':
        'create table b (id int); select pg_sleep((select seconds from pace)); create table c (id int)',
      '0003_d.sql': 'create table d (id int)',
    })

  test('leaves nothing of the unfinished file, and can be run again', async () => {
    const url = await emptyDatabase()
    const folders = slowFolders()
    const cut = expect(migrate(url, undefined, folders)).rejects.toThrow('0002_b.sql failed')
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`
    const client = await connect(url)
    await expect.poll(async () => (await client.query(end)).rowCount).toBe(1)
    await cut
    expect(await ledgerOf(url)).toEqual(['0001_a.sql'])
    expect(await tablesIn(url)).toEqual(['pace'])

    await client.query('update pace set seconds = 0')
    await client.end()
    await migrate(url, undefined, folders)
    expect(await ledgerOf(url)).toEqual(['0001_a.sql', '0002_b.sql', '0003_d.sql'])
    expect(await tablesIn(url)).toEqual(['b', 'c', 'd', 'pace'])
  })

  test('is continued by a node that waited', async () => {
    const url = await emptyDatabase()
    const folders = slowFolders()
    const cut = expect(migrate(url, undefined, folders)).rejects.toThrow('0002_b.sql failed')
    const client = await connect(url)
    const asleep = `select pid from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`
    await expect.poll(async () => (await client.query(asleep)).rowCount).toBe(1)
    const waiting = migrate(url, undefined, folders)
    await client.query('update pace set seconds = 0')
    await client.query(`select pg_terminate_backend(pid) from (${asleep}) as sleeping`)
    await client.end()
    await Promise.all([cut, waiting])
    expect(await ledgerOf(url)).toEqual(['0001_a.sql', '0002_b.sql', '0003_d.sql'])
  })
})

describe('a migration that fails', () => {
  test('names the file, leaves nothing of it, and runs once it is fixed', async () => {
    const url = await emptyDatabase()
    const good = { '0001_a.sql': 'create table a (id int)' }
    const broken = { ...good, '0002_b.sql': 'create table b (id int); create tabel c (id int)' }
    await expect(apply(url, broken)).rejects.toThrow('The database could not be updated: 0002_b.sql failed.')
    expect(await tablesIn(url)).toEqual(['a'])
    await apply(url, { ...good, '0002_b.sql': 'create table b (id int)' })
    expect(await tablesIn(url)).toEqual(['a', 'b'])
  })

  test('rejects a database of a newer version and leaves it unchanged', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    await query(url, `insert into migrations (name, checksum) values ('9999_future.sql', '')`)
    const shape = await shapeOf(url)
    await expect(migrate(url)).rejects.toThrow(
      'This database was updated by a newer Rootsquare (9999_future.sql). Start that version instead.',
    )
    expect(await shapeOf(url)).toEqual(shape)
  })

  test('rejects a file that was changed after it was applied', async () => {
    const url = await emptyDatabase()
    await apply(url, { '0001_a.sql': 'create table a (id int)' })
    await expect(apply(url, { '0001_a.sql': 'create table a (id bigint)' })).rejects.toThrow(
      '0001_a.sql was changed after it was applied. Restore it, and make the change in a new file.',
    )
  })
})

describe('files that replaced others', () => {
  const lastReplaced = '0066_checked_targets.sql'

  test('count as applied where the last replaced one was', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    const shape = await shapeOf(url)
    // What was different before.
    await query(
      url,
      `delete from migrations; delete from routines;
       insert into migrations (name, checksum) values ('0001_reference.sql', ''), ('${lastReplaced}', '');
       drop trigger order_lines_updated on order_lines; drop function on_order_line_update;
       create function count_finished_sale() returns trigger language plpgsql as 'begin return null; end';
       create trigger order_lines_finished after update on order_lines
         for each row execute function count_finished_sale();
       drop table upload_parts, resumable_uploads`,
    )
    const said: string[] = []
    await migrate(url, (line) => said.push(line))
    expect(said).toEqual(allSteps.slice(-3))
    expect(await ledgerOf(url)).toEqual(files)
    expect(await shapeOf(url)).toEqual(shape)
  })

  test.for([
    ['some of the replaced ones', 'name text primary key, checksum text', '0050_reversed_payments.sql'],
    ['those before them', 'name text primary key', '0001_reference.sql'],
  ] as const)('reject a database that has only %s', async ([, columns, name]) => {
    const url = await emptyDatabase()
    await query(url, `create table migrations (${columns}); insert into migrations (name) values ('${name}')`)
    await expect(migrate(url)).rejects.toThrow(
      'This database was made by an older version. Start the version before this one once, which updates it.',
    )
    expect(await tablesIn(url)).toEqual([])
  })
})

test('a file without a transaction makes its index while others write', async () => {
  const url = await emptyDatabase()
  const table = { '0001_a.sql': 'create table a (id int); insert into a values (1), (1)' }
  const foldersFor = (kind: string) =>
    foldersWith({
      ...table,
      '0002_b.sql': `-- no transaction\ndrop index concurrently if exists a_id;\ncreate ${kind} concurrently a_id on a (id);\n`,
    })
  // A failed concurrent index leaves the same as an interrupted one: an index that is not valid.
  await expect(migrate(url, undefined, foldersFor('unique index'))).rejects.toThrow('0002_b.sql failed')
  expect(await ledgerOf(url)).toEqual(['0001_a.sql'])
  const folders = foldersFor('index')
  await Promise.all([1, 2, 3].map(() => migrate(url, undefined, folders)))
  expect(await ledgerOf(url)).toEqual(['0001_a.sql', '0002_b.sql'])
  expect(await query(url, `select indisvalid from pg_index where indexrelid = 'a_id'::regclass`)).toEqual([
    { indisvalid: true },
  ])
})

test('a file that waits for a lock lets others use the table', async () => {
  const url = await emptyDatabase()
  const first = { '0001_a.sql': 'create table drums (id int);' }
  await apply(url, first)
  const reader = await connect(url)
  onTestFinished(() => reader.end())
  await reader.query('begin')
  await reader.query('select from drums')
  const migrating = apply(url, { ...first, '0002_b.sql': 'alter table drums add name text;' })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => query(url, waiting)).toHaveLength(1)
  await query(url, `set statement_timeout = '10s'; select from drums`)
  await reader.query('commit')
  await migrating
  expect(await ledgerOf(url)).toEqual(['0001_a.sql', '0002_b.sql'])
})

test('a later file can add an enum value, and the next one can use it', async () => {
  const url = await emptyDatabase()
  await apply(url, {
    '0001_a.sql': `create type colour as enum ('red'); create table a (colour colour)`,
    '0002_b.sql': `alter type colour add value 'green'`,
    '0003_c.sql': `insert into a values ('green')`,
  })
  expect(await query(url, 'select colour::text from a')).toEqual([{ colour: 'green' }])
})

test('a database is the same for connections of different time zones', async () => {
  const url = process.env['TEST_DATABASE_URL'] ?? ''
  const elsewhere = new URL(url)
  elsewhere.searchParams.set('options', '-c TimeZone=Pacific/Auckland')
  expect(await isSameDatabase(url, elsewhere.href)).toBe(true)
})

test("queues jobs without planning the library's statements each time", async () => {
  const url = await emptyDatabase()
  await migrate(url)
  const [added] = await query(
    url,
    `select proconfig from pg_proc where oid = 'graphile_worker.add_jobs'::regproc`,
  )
  expect(added?.['proconfig']).toEqual(['plan_cache_mode=force_generic_plan'])
})
