import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { sweepMedia } from '#api/features/uploads/sweeper.ts'
import { testApp } from '#api/test/test-app.ts'
import { fetchMedia, mediaRows } from '#api/test/upload.ts'
import { seedDemo } from './demo.ts'

async function ownApp() {
  const app = await testApp()
  onTestFinished(() => app.stop())
  return app
}

test('demo members have portraits and cloths of their own in the store, which are not swept', async () => {
  const app = await ownApp()
  await seedDemo(app.deps)
  app.clock.move(48 * 3_600_000)
  await sweepMedia.run(app.deps, {})
  await app.runJobs()
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

test('without a store the demo world is there all the same', async () => {
  const app = await ownApp()
  app.deps.files = { ...app.deps.files, put: () => Promise.reject(new Error('full')) }
  await seedDemo(app.deps)
  const members = await app.deps.db.selectFrom('members').select('profile_image').execute()
  expect(members).toHaveLength(20)
  expect(new Set(members.map(({ profile_image }) => profile_image))).toEqual(new Set([null]))
})

test('a second start draws nothing', async () => {
  const app = await ownApp()
  await seedDemo(app.deps)
  const before = await mediaRows(app)
  await seedDemo(app.deps)
  expect(await mediaRows(app)).toEqual(before)
})
