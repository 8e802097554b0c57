import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sweepMedia } from '#api/features/uploads/sweeper.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { fetchMedia, mediaRows } from '#api/test/media/upload.ts'
import { seedDemo } from './demo.ts'
import { smallOf } from './pictures.ts'
import { readDemo } from '../seed-files.ts'

/** The app runs the cleanup of two days later, which would delete a picture that no row refers to. */
const app = await sharedApp()
await seedDemo(app.deps)
app.clock.move(48 * 3_600_000)
await sweepMedia.run(app.deps, {})
await app.runJobs()

async function sizeOf(url: string) {
  const { status, bytes } = await fetchMedia(app, url)
  const { width, height } = await sharp(bytes).metadata()
  return { status, width, height }
}

test('every file in assets is used, and every used file exists', async () => {
  const { members, items, pictures } = await readDemo()
  const used = [
    ...members.flatMap(({ portrait, header }) => [portrait ?? [], header ?? []].flat()),
    ...[...items.map(({ picture }) => picture), ...pictures.map(({ file }) => file)].flatMap((file) => [
      file,
      smallOf(file),
    ]),
  ]
  const assets = new URL('../assets', import.meta.url)
  const files = await readdir(assets, { recursive: true })
  const namesOf = (ending: string) =>
    files.flatMap((file) => (file.endsWith(ending) ? file.slice(0, -ending.length) : [])).toSorted()
  expect(namesOf('.webp')).toEqual([...new Set(used)].toSorted())
  const small = used.filter((file) => file.includes('/small/'))
  expect(small).toEqual(expect.arrayContaining(namesOf('.avif')))
})

test('18 of the 20 members have a portrait and 10 a header', async () => {
  const members = await app.deps.db.selectFrom('members').select(['profile_image', 'header_image']).execute()
  const portraits = members.flatMap(({ profile_image }) => profile_image ?? [])
  const headers = members.flatMap(({ header_image }) => header_image ?? [])
  expect([portraits.length, headers.length, members.length]).toEqual([18, 10, 20])
  for (const url of portraits) expect(await sizeOf(url)).toEqual({ status: 200, width: 256, height: 256 })
  for (const url of headers) expect(await sizeOf(url)).toEqual({ status: 200, width: 1200, height: 400 })
})

test('a portrait belongs to the member it shows', async () => {
  const { rows: strangers } = await sql`
    select username from members join media on url = profile_image where owner_id <> members.id`.execute(
    app.deps.db,
  )
  expect(strangers).toEqual([])
})

test('every picture of a post has its file, size and own description', async () => {
  const rows = await app.deps.db.selectFrom('post_media').selectAll().execute()
  expect(rows).toHaveLength(54)
  expect(rows.filter(({ alt }) => !alt || alt.length < 20)).toEqual([])
  expect(new Set(rows.map(({ alt }) => alt)).size).toBe(rows.length)
  for (const { url, width, height } of rows) {
    expect(await sizeOf(url)).toEqual({ status: 200, width, height })
    expect(Math.max(width ?? 0, height ?? 0)).toBe(960)
  }
})

test('every item has a picture and a thumbnail', async () => {
  const items = await app.deps.db.selectFrom('items').select(['image_url', 'thumbnail_url']).execute()
  expect(items).toHaveLength(40)
  for (const { image_url, thumbnail_url } of items) {
    expect(await sizeOf(String(image_url))).toEqual({ status: 200, width: 720, height: 720 })
    expect(await sizeOf(String(thumbnail_url))).toEqual({ status: 200, width: 360, height: 360 })
  }
})

test('posts have between one and seven pictures, all owned by their author', async () => {
  const rows = await app.deps.db
    .selectFrom('post_media')
    .innerJoin('posts', 'posts.id', 'post_id')
    .innerJoin('media', 'media.url', 'post_media.url')
    .select(['post_id', 'position', 'author_id', 'owner_id'])
    .orderBy('post_id')
    .orderBy('position')
    .execute()
  expect(rows.filter((row) => row.owner_id !== row.author_id)).toEqual([])
  const byPost = Map.groupBy(rows, ({ post_id }) => post_id)
  const counts = [...byPost.values()].map((own) => {
    expect(own.map(({ position }) => position)).toEqual(own.map((_, nth) => nth))
    return own.length
  })
  expect(new Set(counts)).toEqual(new Set([1, 2, 3, 4, 7]))
  expect(counts.length).toBe(28)
})

test('open reports show and protect the pictures of their post or item', async () => {
  const { rows } = await sql<{ shown: string[]; current: string[]; stored: string[] }>`
    select array(select jsonb_array_elements(snapshot -> 'media') ->> 'url'
        union all select snapshot ->> 'imageUrl' where target_type = 'item') as shown,
      array(select url from (
        select url, position from post_media where target_type = 'post' and post_id = target_id
        union all select image_url, 0 from items where target_type = 'item' and items.id = target_id
      ) as pictures order by position) as current,
      array(select url from report_media where report_id = reports.id) as stored
    from reports where target_type in ('post', 'item') and closed_at is null`.execute(app.deps.db)
  expect(rows).toHaveLength(6)
  expect(rows.filter(({ shown }) => shown.length > 0).length).toBeGreaterThan(1)
  for (const { shown, current, stored } of rows) {
    expect(shown).toEqual(current)
    expect(stored.toSorted()).toEqual(current.toSorted())
  }
})

test('without a store only the pictures are missing, and the log says so once', async () => {
  const lines: string[] = []
  const own = await temporaryApp({ log: (line) => lines.push(line) })
  own.deps.files = { ...own.deps.files, put: () => Promise.reject(new Error('full')) }
  await seedDemo(own.deps)
  const { db } = own.deps
  const members = await db.selectFrom('members').select('profile_image').execute()
  expect(members).toHaveLength(20)
  expect(new Set(members.map(({ profile_image }) => profile_image))).toEqual(new Set([null]))
  expect(await db.selectFrom('posts').select('id').execute()).toHaveLength(40)
  expect(await db.selectFrom('post_media').select('url').execute()).toEqual([])
  expect(lines.filter((line) => line.includes('the demo world lacks pictures'))).toHaveLength(1)
})

test('a disk that fills up half way leaves no post with a missing picture', async () => {
  const own = await temporaryApp()
  const { put } = own.deps.files
  let left = 50
  own.deps.files = {
    ...own.deps.files,
    put: (...file) => {
      left -= 1
      return left > 0 ? put(...file) : Promise.reject(new Error('full'))
    },
  }
  await seedDemo(own.deps)
  const { db } = own.deps
  const shown = await db.selectFrom('post_media').select('url').execute()
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.length).toBeLessThan(54)
  for (const { url } of shown) expect((await fetchMedia(own, url)).status).toBe(200)
  expect(await db.selectFrom('items').select('id').where('image_url', 'is not', null).execute()).toEqual([])
})

test('a second start stores no picture', async () => {
  const before = await mediaRows(app)
  await seedDemo(app.deps)
  expect(await mediaRows(app)).toEqual(before)
})
