import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#api/test/database.ts'
import { freshFolder } from '#api/test/processes/embedded-server.ts'
import { applyRoutines, hasCurrentRoutines, readRoutines } from './routines.ts'

/** Opens a database that has a table and no routines, which the returned function applies. */
async function openDatabase() {
  const { url, drop } = await cloneDatabase()
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  await client.query(`drop schema public cascade; create schema public;
    create table routines (object text primary key, checksum text not null); create table drums (size int)`)
  const apply = async (files: Record<string, string>) => {
    const said: string[] = []
    const routines = await readRoutines(folderWith(files))
    await applyRoutines(client, routines, (line) => said.push(line))
    expect(await hasCurrentRoutines(client, routines)).toBe(true)
    return said
  }
  const valueOf = async (text: string) => {
    const { rows } = await client.query<{ value: unknown }>(`select ${text} as value`)
    return rows[0]?.value
  }
  return { client, apply, valueOf }
}

function folderWith(files: Record<string, string>): string {
  const folder = freshFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const sqlFunction = (name: string, value: string) =>
  `create or replace function ${name}() returns int language sql return ${value};\n`
const triggerOf = (name: string, size: number) =>
  [
    `create or replace function ${name}() returns trigger language plpgsql`,
    `as 'begin new.size := ${size}; return new; end';`,
    `create or replace trigger drums_${name} before insert on drums for each row execute function ${name}();`,
  ].join('\n')
const said = ['Updating the database: functions, views and triggers']

test('files are applied after those that they use', async () => {
  const { apply, valueOf } = await openDatabase()
  await apply({
    'a/all.sql': 'create or replace view all_drums as select largest() as size from drums;',
    'a/largest.sql': `-- Not other().\n${sqlFunction('largest', 'least_of() + 1')}`,
    'b/least.sql': sqlFunction('least_of', '1'),
    'b/other.sql': sqlFunction('other', 'largest()'),
  })
  expect(await valueOf('other()')).toBe(2)
})

test('only a file that has changed is applied again', async () => {
  const { client, apply, valueOf } = await openDatabase()
  const files = { 'one.sql': sqlFunction('one', '1'), 'two.sql': sqlFunction('two', '2') }
  expect(await apply(files)).toEqual(said)
  await client.query(sqlFunction('two', '-2'))
  expect(await apply(files)).toEqual([])
  expect(await apply({ ...files, 'one.sql': sqlFunction('one', '11') })).toEqual(said)
  expect([await valueOf('one()'), await valueOf('two()')]).toEqual([11, -2])
})

test('what a migration has dropped is made again', async () => {
  const { client, apply, valueOf } = await openDatabase()
  const files = { 'one.sql': sqlFunction('one', '1') }
  await apply(files)
  await client.query('drop function one')
  await apply(files)
  expect(await valueOf('one()')).toBe(1)
})

test('what has no file any more is dropped', async () => {
  const { client, apply } = await openDatabase()
  await client.query(sqlFunction('made_by_the_owner', '1'))
  await apply({
    'small.sql': triggerOf('shrink', 1),
    'view.sql': 'create or replace view v as select 1 as one;',
  })
  await apply({ 'large.sql': triggerOf('grow', 2) })
  const { rows } = await client.query(`insert into drums values (5) returning size`)
  expect(rows).toEqual([{ size: 2 }])
  const { rows: left } = await client.query<{ name: string }>(`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace
    union all select viewname from pg_views where schemaname = 'public' order by 1`)
  expect(left.map(({ name }) => name)).toEqual(['grow', 'made_by_the_owner'])
})

test('a function with other parameters takes the place of the one before', async () => {
  const { apply, valueOf } = await openDatabase()
  await apply({ 'one.sql': sqlFunction('one', '1') })
  await apply({
    'one.sql': 'create or replace function one(n int default 3) returns int language sql return n;',
  })
  expect(await valueOf('one()')).toBe(3)
})

test('a file that fails is named and leaves nothing of the others', async () => {
  const { apply, valueOf } = await openDatabase()
  await apply({ 'one.sql': sqlFunction('one', '1') })
  const files = { 'a/two.sql': 'create or replace function two() returns int language sql return;' }
  await expect(apply({ 'one.sql': sqlFunction('one', '11'), ...files })).rejects.toThrow(
    'The database could not be updated: a/two.sql failed.',
  )
  expect(await valueOf('one()')).toBe(1)
})

test('files that use each other are named', async () => {
  const folder = folderWith({ 'a.sql': sqlFunction('one', 'two()'), 'b.sql': sqlFunction('two', 'one()') })
  await expect(readRoutines(folder)).rejects.toThrow('These routines use each other: a.sql, b.sql.')
})
