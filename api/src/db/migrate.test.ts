import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { migrate } from './migrate.ts'

const files = readdirSync(new URL('migrations/', import.meta.url)).toSorted()

/** A connection that the test has for itself. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  return client
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = await connect(url)
  try {
    return z.array(z.record(z.string(), z.unknown())).parse((await client.query(text)).rows)
  } finally {
    await client.end()
  }
}

/** Several statements, which answer nothing. */
async function run(url: string, statements: string): Promise<void> {
  const client = await connect(url)
  await client.query(statements).finally(() => client.end())
}

/** A database in which nobody has ever done anything. */
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

function folderWith(given: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rs-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(given)) writeFileSync(join(folder, name), text)
  return folder
}

/** As it was before this migration. */
async function databaseBefore(next: string): Promise<string> {
  const url = await emptyDatabase()
  const before = files
    .filter((name) => name < next)
    .map((name) => [name, readFileSync(new URL(`migrations/${name}`, import.meta.url), 'utf8')])
  await migrate(url, undefined, folderWith(Object.fromEntries(before)))
  return url
}

const tablesIn = async (url: string) =>
  (await query(url, `select tablename as name from pg_tables where schemaname = 'public' order by 1`)).map(
    ({ name }) => name,
  )
const ledgerOf = async (url: string) =>
  (await query(url, 'select name from migrations order by name')).map(({ name }) => name)

/** Every column, index and constraint as text, to compare two databases. */
const shapeOf = (url: string) =>
  query(
    url,
    `select table_schema, table_name, column_name, data_type, column_default, is_nullable from information_schema.columns
     where table_schema in ('public', 'graphile_worker') order by 1, 2, 3`,
  )

describe('the database is brought up to date', () => {
  test('from empty, telling each step', async () => {
    const url = await emptyDatabase()
    const said: string[] = []
    await migrate(url, (line) => said.push(line))
    expect(said).toEqual(files.map((name) => `Updating the database: ${name}`))
    expect(await ledgerOf(url)).toEqual(files)
    expect(await tablesIn(url)).toEqual(
      expect.arrayContaining(['members', 'sessions', 'groups', 'idempotency_keys']),
    )
    expect(
      await query(url, `select count(*)::int as tables from pg_tables where schemaname = 'graphile_worker'`),
    ).not.toEqual([{ tables: 0 }])
  })

  test('a second time without a word or a change', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    const [shape, ledger] = [await shapeOf(url), await query(url, 'select * from migrations order by name')]
    const said: string[] = []
    await migrate(url, (line) => said.push(line))
    expect(said).toEqual([])
    expect(await shapeOf(url)).toEqual(shape)
    expect(await query(url, 'select * from migrations order by name')).toEqual(ledger)
  })

  test('by five nodes at once, each file by one of them', async () => {
    const url = await emptyDatabase()
    const said: string[] = []
    await Promise.all(Array.from({ length: 5 }, () => migrate(url, (line) => said.push(line))))
    expect(said).toEqual(files.map((name) => `Updating the database: ${name}`))
    expect(await ledgerOf(url)).toEqual(files)
  })

  test('with the data that was there before', async () => {
    const url = await emptyDatabase()
    const first = { '0001_a.sql': `create table a (id int); insert into a values (1), (2)` }
    await migrate(url, undefined, folderWith(first))
    await migrate(
      url,
      undefined,
      folderWith({
        ...first,
        '0002_b.sql': 'alter table a add column twice int generated always as (id * 2) stored',
      }),
    )
    expect(await query(url, 'select * from a order by id')).toEqual([
      { id: 1, twice: 2 },
      { id: 2, twice: 4 },
    ])
  })
})

test('sections written before there was history are their own first version; a bare one is there too', async () => {
  const url = await databaseBefore('0010')
  await query(
    url,
    `with one as (insert into groups (name, created_at) values ('Tiv', now()) returning id)
     insert into sections (group_id, name, detail, description, updated_at)
     select id, name, 'Lead', 'Text of ' || name, '2026-01-02T03:04:05Z' from one, unnest(array['Diet', 'About']) name`,
  )
  await migrate(url)
  const sections = await query(
    url,
    `select sections.name, sections.description, version.detail, version.description as first,
            version.created_at = updated_at as same, author_id
       from sections left join section_versions as version on version.id = version_id order by 1`,
  )
  const bare = { description: '', detail: null, first: null, same: null, author_id: null }
  const written = { detail: 'Lead', same: true, author_id: null }
  expect(sections).toEqual([
    { name: 'About', ...written, description: 'Text of About', first: 'Text of About' },
    { name: 'Art & Craft', ...bare },
    { name: 'Culture', ...bare },
    { name: 'Diet', ...written, description: 'Text of Diet', first: 'Text of Diet' },
    { name: 'Festivals', ...bare },
    { name: 'History', ...bare },
  ])
  expect(await query(url, 'select count(*)::int as versions from section_versions')).toEqual([
    { versions: 2 },
  ])
})

test('what was done before there were analytics counts on its day of Lagos', async () => {
  const url = await databaseBefore('0016')
  const at = (day: number, time = '12:00') => `'2026-03-0${day}T${time}:00Z'`
  await run(
    url,
    `insert into groups (name, created_at) values ('Tiv', ${at(1)});
     insert into members (username, email, password_hash, firstname, lastname, created_at)
       select name, name || '@example.com', '', name, 'Tor', ${at(1, '23:30')} from unnest(array['ada', 'bem', 'chi']) name;
     insert into memberships (group_id, member_id, joined_at) values (1, 1, ${at(2)}), (1, 2, ${at(3)});
     insert into follows (follower_id, followed_id, created_at) values (1, 2, ${at(2)}), (2, 1, ${at(2, '23:00')});
     insert into posts (author_id, group_id, caption, created_at)
       values (1, 1, 'In Tiv', ${at(2)}), (1, null, 'Alone', ${at(3)}), (3, 1, 'Bad', ${at(3)});
     insert into likes (post_id, member_id, created_at) values (1, 2, ${at(2)}), (1, 1, ${at(3)}), (3, 2, ${at(4)});
     insert into comments (post_id, author_id, body, created_at)
       values (1, 2, 'Good', ${at(2)}), (2, 2, 'Good', ${at(3)}), (1, 3, 'Bad', ${at(3)});
     insert into logins (member_id, created_at) values (1, ${at(2)}), (1, ${at(2)}), (null, ${at(2)});
     insert into audit_log (actor_id, member_id, action, created_at)
       values (1, 3, 'SUSPEND_USER', ${at(3)}), (1, 3, 'UNSUSPEND_USER', ${at(3)}), (1, 3, 'BAN_USER', ${at(4)});
     update members set banned_at = ${at(4)} where id = 3`,
  )
  await migrate(url)
  const counted = await query(
    url,
    `select metric || ' ' || subject_id || ': ' || string_agg(to_char(day, 'DD') || ' ' || value, ', ' order by day) as line
       from day_counts group by metric, subject_id order by metric, subject_id`,
  )
  expect(counted.map(({ line }) => line)).toEqual([
    'user.followers 1: 03 1',
    'user.followers 2: 02 1',
    'user.follows 1: 02 1',
    'user.follows 2: 03 1',
    'user.posts 1: 02 1, 03 1',
    'user.group-posts 1: 02 1',
    'user.given-likes 1: 03 1',
    'user.given-likes 2: 02 1',
    'user.received-likes 1: 02 1, 03 1',
    'user.given-comments 2: 02 1, 03 1',
    'user.received-comments 1: 02 1, 03 1',
    'user.logins 1: 02 2',
    'groups.membership 1: 02 1, 03 1',
    'groups.posts 1: 02 1',
    'groups.comments 1: 02 1',
    'groups.likes 1: 02 1, 03 1',
    'system.signups 0: 02 3',
    'system.logins 0: 02 3',
    'system.posts 0: 02 1, 03 1',
    'system.group-memberships 0: 02 1, 03 1',
    'system.bans 0: 04 1',
    'system.suspensions 0: 03 1',
  ])
  // Likes and comments from before know whose post they were on, and leave the counts with it.
  await query(url, 'delete from posts where id = 1')
  expect(await query(url, 'select count(*)::int as changes from day_changes')).not.toEqual([{ changes: 0 }])
  expect(
    await query(
      url,
      `select * from days_found full join (
         select metric, subject_id, day, sum(value)::integer as kept
         from (table day_counts union all table day_changes) each group by 1, 2, 3 having sum(value) <> 0
       ) kept using (metric, subject_id, day) where value is distinct from kept`,
    ),
  ).toEqual([])
})

describe('an update that is cut off', () => {
  const slowFolder = () =>
    folderWith({
      '0001_a.sql': 'create table pace (seconds float); insert into pace values (60)',
      '0002_b.sql':
        'create table b (id int); select pg_sleep((select seconds from pace)); create table c (id int)',
      '0003_d.sql': 'create table d (id int)',
    })

  test('in the middle of a file leaves nothing of that file, and is simply run again', async () => {
    const url = await emptyDatabase()
    const folder = slowFolder()
    const cut = expect(migrate(url, undefined, folder)).rejects.toThrow('0002_b.sql failed')
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`
    const client = await connect(url)
    await expect.poll(async () => (await client.query(end)).rowCount).toBe(1)
    await cut
    expect(await ledgerOf(url)).toEqual(['0001_a.sql'])
    expect(await tablesIn(url)).toEqual(['migrations', 'pace'])

    await client.query('update pace set seconds = 0')
    await client.end()
    await migrate(url, undefined, folder)
    expect(await ledgerOf(url)).toEqual(['0001_a.sql', '0002_b.sql', '0003_d.sql'])
    expect(await tablesIn(url)).toEqual(['b', 'c', 'd', 'migrations', 'pace'])
  })

  test('hands over to a node that waited', async () => {
    const url = await emptyDatabase()
    const folder = slowFolder()
    const cut = expect(migrate(url, undefined, folder)).rejects.toThrow('0002_b.sql failed')
    const client = await connect(url)
    const asleep = `select pid from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`
    await expect.poll(async () => (await client.query(asleep)).rowCount).toBe(1)
    const waiting = migrate(url, undefined, folder)
    await client.query('update pace set seconds = 0')
    await client.query(`select pg_terminate_backend(pid) from (${asleep}) as sleeping`)
    await client.end()
    await Promise.all([cut, waiting])
    expect(await ledgerOf(url)).toEqual(['0001_a.sql', '0002_b.sql', '0003_d.sql'])
  })
})

describe('an update that cannot be made', () => {
  test('names the file, leaves nothing of it, and the mended file runs', async () => {
    const url = await emptyDatabase()
    const good = { '0001_a.sql': 'create table a (id int)' }
    const broken = folderWith({ ...good, '0002_b.sql': 'create table b (id int); create tabel c (id int)' })
    await expect(migrate(url, undefined, broken)).rejects.toThrow(
      'The database could not be updated: 0002_b.sql failed.',
    )
    expect(await tablesIn(url)).toEqual(['a', 'migrations'])
    await migrate(url, undefined, folderWith({ ...good, '0002_b.sql': 'create table b (id int)' }))
    expect(await tablesIn(url)).toEqual(['a', 'b', 'migrations'])
  })

  test('a database of a newer version is refused and left as it is', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    await query(url, `insert into migrations (name) values ('9999_future.sql')`)
    const shape = await shapeOf(url)
    await expect(migrate(url)).rejects.toThrow(
      'This database was updated by a newer Rootsquare (9999_future.sql). Start that version instead.',
    )
    expect(await shapeOf(url)).toEqual(shape)
  })
})
