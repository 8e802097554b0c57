import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPost } from '@rootsquare/contract/posts'
import { expect, onTestFinished, test } from 'vitest'
import { openDb, openPool } from '#api/db/db.ts'
import { recountDays } from '#api/features/analytics/recount.ts'
import { recountItems } from '#api/features/market/recount.ts'
import { recountConversations } from '#api/features/messages/recount.ts'
import { checkLedger } from '#api/features/orders/ledger/check-ledger.ts'
import { recountPosts } from '#api/features/posts/recount.ts'
import { demoPassword } from '#api/seed/demo/demo.ts'
import { dataOf } from '#api/test/answer.ts'
import { picture } from '#api/test/media/pictures.ts'
import { upload } from '#api/test/media/upload.ts'
import { copyEmptyDatabase } from '#api/test/processes/empty-database.ts'
import { freshFolder, query, startHere } from '#api/test/processes/embedded-server.ts'
import { databaseIn, startProduct, type Product } from '#api/test/processes/product-process.ts'
import { makeBackup } from './backup.ts'
import { listTree } from './files.ts'
import { restoreBackup } from './restore.ts'

/** Writes posts with a picture until it is stopped. */
async function startLoad(product: Product) {
  const body = { username: 'adaeze.n', userSecret: demoPassword }
  const login = await product.call('POST', '/login', { body })
  const token = String(login.body['data']?.['access_token'])
  const file = await picture('png')
  const acknowledged: number[] = []
  let isStopping = false
  const write = async () => {
    while (!isStopping) {
      const { secure_url } = await upload(product, { token }, { file })
      const post = { caption: 'Market day', postImageDTO: [{ postImage: secure_url }] }
      const answer = await product.call('POST', '/post/user/create', { token, body: post })
      acknowledged.push(dataOf(createPost, answer).id)
    }
  }
  const writing = write()
  writing.catch(() => {}) // stop() reports it
  return {
    acknowledged,
    stop() {
      isStopping = true
      return writing
    },
  }
}

/**
 * Returns the checksum of each row of each table, in order. It skips the job queue, whose rows come and go, and
 * `day_changes`, whose rows may be folded and written again; `recountDays` compares those.
 */
async function rowsIn(url: string) {
  const tables = await query(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> 'day_changes' order by 1`,
  )
  const all = tables.map(
    ({ name }) => `select '${name}' as name, array(
    select md5(each::text) from ${name} each order by 1) as rows`,
  )
  const found: { name: string; rows: string[] }[] = await query(url, all.join(' union all '))
  return new Map(found.map(({ name, rows }) => [name, rows]))
}

async function filesIn(folder: string) {
  const { files } = await listTree(join(folder, 'media'))
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, 'media', name)))
      .digest('hex')
  return new Map(files.map((name) => [name, hashOf(name)]))
}

async function differencesIn(url: string) {
  const pool = openPool(url, () => {}, 2)
  const db = openDb(pool)
  onTestFinished(() => db.destroy().catch(() => {}))
  const checks = [recountPosts, recountItems, recountConversations, recountDays, checkLedger]
  return Promise.all(checks.map((check) => check(db)))
}

test('a backup under load has every row and file from before it', async () => {
  const dataDir = join(freshFolder(), 'data')
  copyEmptyDatabase(dataDir)
  const product = await startProduct(dataDir, { DEMO: '1' })
  const load = await startLoad(product)
  while (load.acknowledged.length < 10) await sleep(5)
  const acknowledged = [...load.acknowledged]
  const before = await rowsIn(databaseIn(dataDir))
  const { path } = await makeBackup({ dataDir })
  expect(load.acknowledged.length).toBeGreaterThan(acknowledged.length)
  await load.stop()
  const after = await rowsIn(databaseIn(dataDir))

  const elsewhere = join(freshFolder(), 'restored')
  const restored = await restoreBackup({ backup: path, into: elsewhere })
  const { url } = await startHere({ dataDir: elsewhere })
  const found = await rowsIn(url)
  expect([...found.keys()]).toEqual([...after.keys()])
  for (const [name, rows] of found) {
    const old = before.get(name) ?? []
    const [isLater, isRestored] = [new Set(after.get(name)), new Set(rows)]
    expect(
      old.filter((row) => isLater.has(row) && !isRestored.has(row)),
      `${name}: lost rows`,
    ).toEqual([])
    if (old.join() === after.get(name)?.join()) expect(rows, `${name}: other rows`).toEqual(old)
  }
  const posts = await query(url, `select id::int from posts`)
  expect(posts.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
  expect(restored.members).toBe(before.get('public.members')?.length)
  expect(await differencesIn(url)).toEqual([[], [], [], [], []])

  const [here, there] = [await filesIn(dataDir), await filesIn(elsewhere)]
  for (const [name, hash] of there) expect(hash, name).toBe(here.get(name))
  const used = await query(url, `select unnest(keys) as key from media where stored_at is not null`)
  expect(used.filter(({ key }) => !there.has(key))).toEqual([])
})
