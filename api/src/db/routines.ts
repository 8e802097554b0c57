import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { inShortTransaction } from './short-transaction.ts'

/**
 * A file of a function, with the triggers that run it, or of a view. `creates` names the objects as `existingRoutines` does.
 */
export type Routine = { path: string; text: string; checksum: string; creates: string[] }

const creation = /^create or replace (?:(function|view) (\w+)|trigger (\w+)\s[^;]*?\son (\w+))/gm

/** Selects what routines create, without what belongs to an extension. */
export const existingRoutines = `
  select * from (
    select oid, 'function ' || proname as object from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select oid, 'view ' || relname from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
    union all
    select pg_trigger.oid, 'trigger ' || tgname || ' on ' || relname from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace
  ) existing where not exists (select from pg_depend where objid = existing.oid and deptype = 'e')`

/** Returns the files in an order in which each can be applied to an empty database. */
export async function readRoutines(folder: string): Promise<Routine[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.sql'))
  const routines = await Promise.all(
    paths.toSorted().map(async (path) => {
      const text = await readFile(join(folder, path), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { path, text, checksum, creates: createdBy(text) }
    }),
  )
  return inOrder(routines)
}

function createdBy(text: string): string[] {
  return Array.from(text.matchAll(creation), ([, kind, name, trigger, table]) =>
    kind === undefined ? `trigger ${trigger} on ${table}` : `${kind} ${name}`,
  )
}

/** Puts each file after those whose functions and views it names. */
function inOrder(routines: Routine[]): Routine[] {
  const creators = new Map(
    routines.flatMap((routine) => routine.creates.map((object) => [object.split(' ')[1] ?? '', routine])),
  )
  const ordered = new Set<Routine>()
  const add = (routine: Routine, users: Routine[]) => {
    if (ordered.has(routine)) return
    if (users.includes(routine))
      throw new Error(`These routines use each other: ${users.map(({ path }) => path).join(', ')}.`)
    const statements = routine.text.replaceAll(/--.*$/gm, '')
    for (const [name] of statements.matchAll(/\w+/g)) {
      const used = creators.get(name)
      if (used !== undefined && used !== routine) add(used, [...users, routine])
    }
    ordered.add(routine)
  }
  for (const routine of routines) add(routine, [])
  return [...ordered]
}

/** Whether the database has each routine as its file has it, and none whose file is gone. */
export async function hasCurrentRoutines(client: pg.ClientBase, routines: Routine[]): Promise<boolean> {
  const { changed, gone } = await compare(client, routines)
  return changed.length === 0 && gone.length === 0
}

/**
 * Applies the files that have changed, and drops what was created by a file that is gone, in one transaction: no event of a
 * table meets two triggers that do the same, or none.
 */
export async function applyRoutines(
  client: pg.ClientBase,
  routines: Routine[],
  say: (line: string) => void,
): Promise<void> {
  const { changed, gone } = await compare(client, routines)
  if (changed.length === 0 && gone.length === 0) return
  say('Updating the database: functions, views and triggers')
  const [triggers, others] = [gone.filter(isTrigger), gone.filter((object) => !isTrigger(object))]
  let path = ''
  try {
    await inShortTransaction(client, async () => {
      const replaced = await signaturesOf(client, changed)
      for (const object of triggers) await client.query(`drop ${object}`)
      for (const routine of changed) {
        path = routine.path
        await client.query(routine.text)
      }
      for (const object of others) await client.query(`drop ${object}`)
      await dropOverloads(client, replaced, await signaturesOf(client, changed))
      await store(client, routines)
    })
  } catch (error) {
    throw new Error(`The database could not be updated: ${path} failed.`, { cause: error })
  }
}

const isTrigger = (object: string) => object.startsWith('trigger')

async function compare(client: pg.ClientBase, routines: Routine[]) {
  const { rows } = await client.query<{ object: string; checksum: string }>(
    `select object, checksum from routines join (${existingRoutines}) existing using (object)`,
  )
  const applied = new Map(rows.map(({ object, checksum }) => [object, checksum]))
  const wanted = new Set(routines.flatMap(({ creates }) => creates))
  return {
    changed: routines.filter(({ creates, checksum }) =>
      creates.some((object) => applied.get(object) !== checksum),
    ),
    gone: [...applied.keys()].filter((object) => !wanted.has(object)),
  }
}

type Signature = { name: string; signature: string }

async function signaturesOf(client: pg.ClientBase, routines: Routine[]): Promise<Signature[]> {
  const objects = routines.flatMap(({ creates }) => creates)
  const { rows } = await client.query<Signature>(
    `select object as name, oid::regprocedure::text as signature from (${existingRoutines}) existing
     where object like 'function %' and object = any($1)`,
    [objects],
  )
  return rows
}

/** With other parameters a function is another one, and the one of before would stay beside it. */
async function dropOverloads(client: pg.ClientBase, before: Signature[], after: Signature[]): Promise<void> {
  const counts = Map.groupBy(after, ({ name }) => name)
  for (const { name, signature } of before)
    if ((counts.get(name)?.length ?? 0) > 1) await client.query(`drop function ${signature}`)
}

async function store(client: pg.ClientBase, routines: Routine[]): Promise<void> {
  const rows = routines.flatMap(({ creates, checksum }) => creates.map((object) => ({ object, checksum })))
  await client.query('delete from routines')
  await client.query(
    'insert into routines (object, checksum) select object, checksum from jsonb_to_recordset($1) as row (object text, checksum text)',
    [JSON.stringify(rows)],
  )
}
