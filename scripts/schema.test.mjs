import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../api/src/test/database.ts'
import { describeTables } from './describe-tables.mjs'

const written = (name) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')

test('docs/schema.md and its picture are what `npm run schema` writes', async () => {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const client = new pg.Client(url)
  await client.connect()
  const { tables, page, picture } = await describeTables(client).finally(() => client.end())
  expect(tables.filter(({ about }) => !about)).toEqual([])
  expect(written('schema.md')).toBe(page)
  expect(written('schema.svg')).toBe(picture)
})
