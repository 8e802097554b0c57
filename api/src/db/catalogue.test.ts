import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase } from '#api/test/database.ts'
import { applyRoutines, existingRoutines, readRoutines } from './routines.ts'

const routines = await readRoutines(fileURLToPath(new URL('routines/', import.meta.url)))
const { url, drop } = await cloneDatabase()
const client = new pg.Client(url)
await client.connect()
afterAll(async () => {
  await client.end()
  await drop()
})

const read = async (text: string) => (await client.query<{ name: string }>(text)).rows.map(({ name }) => name)

/** These stand in a migration, because a change of them would make the stored values wrong. */
const storedFunctions = ['fold', 'fold_all', 'letters_of', 'words_in']

test('every function, view and trigger has one file', async () => {
  const existing = await read(`select object as name from (${existingRoutines}) existing`)
  const made = [
    ...routines.flatMap(({ creates }) => creates),
    ...storedFunctions.map((name) => `function ${name}`),
  ]
  expect(existing.length).toBeGreaterThan(150)
  expect(made.toSorted()).toEqual(existing.toSorted())
})

test('a file has the name of its function or view', () => {
  for (const { path, creates } of routines) {
    const [first, ...others] = creates
    expect(`${path}: ${first}`).toMatch(/(\w+)\.sql: (function|view) \1$/)
    expect(others.every((object) => object.startsWith('trigger '))).toBe(true)
  }
})

test('to apply all files again changes nothing', async () => {
  const definitions = () =>
    read(`
      select pg_get_functiondef(oid) as name from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
      union all select concat(pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
      union all select definition from pg_views where schemaname = 'public' order by 1`)
  const before = await definitions()
  await client.query(`update routines set checksum = ''`)
  await applyRoutines(client, routines, () => {})
  expect(await definitions()).toEqual(before)
})

test('only functions of migrations are in stored columns and indexes', async () => {
  const used = await read(`
    with recursive used as (
      select refobjid from pg_depend where refclassid = 'pg_proc'::regclass
        and classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass)
      union select pg_depend.refobjid from used join pg_depend on objid = used.refobjid
        where classid = 'pg_proc'::regclass and refclassid = 'pg_proc'::regclass
    ) select proname as name from used join pg_proc on pg_proc.oid = refobjid
      where not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') order by 1`)
  expect(used).toEqual(storedFunctions)
})

test('no two triggers of a table answer the same event', async () => {
  // They would run in the order of their names. Bits of tgtype: 1 for each row, 2 before, 4 insert, 8 delete, 16 update.
  const shared = await read(`
    select concat(relname, ': ', string_agg(tgname, ', ' order by tgname)) as name
    from pg_trigger join pg_class on pg_class.oid = tgrelid, unnest(array[4, 8, 16, 32]) as event
    where not tgisinternal and relnamespace = 'public'::regnamespace and tgtype & event > 0
    group by relname, event, tgtype & 3 having count(*) > 1`)
  expect(shared).toEqual([])
})

test('functions of the most frequent writes are planned once', async () => {
  const planned = await read(
    `select proname as name from pg_proc where 'plan_cache_mode=force_generic_plan' = any(proconfig)
     and pronamespace = 'public'::regnamespace order by 1`,
  )
  expect(planned).toEqual(['member_to_wake', 'on_comment_insert', 'on_follow_change', 'open_notification'])
})

/** Addresses that lead to no file of their own: outside of the product, or to a copy that goes with its file. */
const noFiles = [
  'dispute_images.thumbnail_url',
  'item_images.thumbnail_url',
  'items.thumbnail_url',
  'link_cards.url',
  'media.thumbnail_url',
  'media.url',
  'message_media.thumbnail_url',
  'order_lines.thumbnail_url',
  'payment_attempts.authorization_url',
  'post_media.thumbnail_url',
  'sandbox_transactions.callback_url',
  'sandbox_transactions.cancel_url',
]

test('every column with the address of a file is in media_in_use', async () => {
  const unused = await read(`
    select concat(relname, '.', attname) as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and attname ~ 'url|image|header|picture|photo|avatar|cover|file|media' and atttypid in ('text'::regtype, 'text[]'::regtype)
      and not exists (select from pg_depend join pg_rewrite on pg_rewrite.oid = objid
        where ev_class = 'media_in_use'::regclass and refobjid = attrelid and refobjsubid = attnum)
    order by 1`)
  expect(unused).toEqual(noFiles)
})
