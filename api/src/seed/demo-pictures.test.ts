import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sweepMedia } from '#api/features/uploads/sweeper.ts'
import { testApp } from '#api/test/test-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { fetchMedia, mediaRows } from '#api/test/media/upload.ts'
import { seedDemo } from './demo.ts'

async function ownApp(log?: (line: string) => void) {
  const own = await testApp({ log })
  onTestFinished(() => own.stop())
  return own
}

let app: TestApp

/** Drawn once for all that only look at it, and two days old, when what nothing shows has been swept. */
beforeAll(async () => {
  app = await testApp()
  await seedDemo(app.deps)
  app.clock.move(48 * 3_600_000)
  await sweepMedia.run(app.deps, {})
  await app.runJobs()
})
afterAll(() => app.stop())

test('demo members have portraits and cloths of their own in the store, which are not swept', async () => {
  const members = await app.deps.db
    .selectFrom('members')
    .select(['id', 'profile_image', 'header_image'])
    .execute()
  const portraits = members.flatMap(({ profile_image }) => profile_image ?? [])
  const cloths = members.flatMap(({ header_image }) => header_image ?? [])
  expect([portraits.length, cloths.length, members.length]).toEqual([18, 10, 20])
  const seen = new Set<string>()
  for (const address of [...portraits, ...cloths]) {
    const { status, bytes } = await fetchMedia(app, address)
    expect(status).toBe(200)
    seen.add(bytes.toString('base64'))
    const { width = 0, height = 0 } = await sharp(bytes).metadata()
    expect(width / height).toBe(portraits.includes(address) ? 1 : 3)
  }
  expect(seen.size).toBeGreaterThanOrEqual(18)
  const owners = new Map(members.map((member) => [member.profile_image ?? '', member.id]))
  for (const row of await mediaRows(app)) {
    if (portraits.includes(row.url)) expect(row.owner_id).toBe(owners.get(row.url))
  }
})

test('no picture of a post or an item is without its file, its size and, on a post, its words', async () => {
  const { db } = app.deps
  const posts = await db.selectFrom('post_media').selectAll().orderBy('post_id').orderBy('position').execute()
  const items = await db.selectFrom('items').select(['image_url', 'thumbnail_url']).execute()
  expect([posts.length, items.length]).toEqual([54, 40])
  expect(posts.filter(({ alt }) => !alt || alt.length < 20)).toEqual([])
  expect(new Set(posts.map(({ alt }) => alt)).size).toBe(posts.length)
  const seen = new Set<string>()
  for (const row of posts) {
    const { status, bytes } = await fetchMedia(app, row.url)
    const { width, height } = await sharp(bytes).metadata()
    expect({ status, width, height }).toEqual({ status: 200, width: row.width, height: row.height })
    expect(Math.max(width, height)).toBe(1200)
    expect((await fetchMedia(app, String(row.thumbnail_url))).status).toBe(200)
    seen.add(bytes.toString('base64'))
  }
  for (const row of items) {
    const { status, bytes } = await fetchMedia(app, String(row.image_url))
    expect(status).toBe(200)
    expect((await fetchMedia(app, String(row.thumbnail_url))).status).toBe(200)
    seen.add(bytes.toString('base64'))
  }
  expect(seen.size).toBe(posts.length + items.length)
})

test('some posts have one picture, some several, one seven, and all of them are the author’s', async () => {
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

test('whoever looks at an open report of a post or an item sees the pictures, and they are kept', async () => {
  const { rows } = await sql<{ shown: string[]; standing: string[]; kept: string[] }>`
    select array(select jsonb_array_elements(snapshot -> 'media') ->> 'url'
        union all select snapshot ->> 'imageUrl' where target_type = 'item') as shown,
      array(select url from (
        select url, position from post_media where target_type = 'post' and post_id = target_id
        union all select image_url, 0 from items where target_type = 'item' and items.id = target_id
      ) as pictures order by position) as standing,
      array(select url from report_media where report_id = reports.id) as kept
    from reports where target_type in ('post', 'item') and addressed_at is null`.execute(app.deps.db)
  expect(rows).toHaveLength(6)
  expect(rows.filter(({ shown }) => shown.length > 0).length).toBeGreaterThan(1)
  for (const { shown, standing, kept } of rows) {
    expect(shown).toEqual(standing)
    expect(kept.toSorted()).toEqual(standing.toSorted())
  }
})

test('without a store the demo world is there all the same, and says in one line what it lacks', async () => {
  const lines: string[] = []
  const own = await ownApp((line) => lines.push(line))
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

test('a disk that fills up half way leaves no post or item with a picture that is not there', async () => {
  const own = await ownApp()
  const { put } = own.deps.files
  let left = 80
  own.deps.files = {
    ...own.deps.files,
    put: (...file) => {
      left -= 1
      return left > 0 ? put(...file) : Promise.reject(new Error('full'))
    },
  }
  await seedDemo(own.deps)
  const { db } = own.deps
  const shown = await db.selectFrom('post_media').select(['url', 'thumbnail_url']).execute()
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.length).toBeLessThan(54)
  for (const { url, thumbnail_url } of shown) {
    expect((await fetchMedia(own, url)).status).toBe(200)
    expect((await fetchMedia(own, String(thumbnail_url))).status).toBe(200)
  }
  expect(await db.selectFrom('items').select('id').where('image_url', 'is not', null).execute()).toEqual([])
})

test('a second start draws nothing', async () => {
  const before = await mediaRows(app)
  await seedDemo(app.deps)
  expect(await mediaRows(app)).toEqual(before)
})
