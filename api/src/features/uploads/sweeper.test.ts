import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as api from '@rootsquare/contract/profiles'
import { expect, test } from 'vitest'
import { buildMember, buildMembers, buildSeveral, type Member } from '#api/test/builders/members.ts'
import { expectFailure } from '#api/test/answer.ts'
import { picture } from '#api/test/media/pictures.ts'
import { filesIn } from '#api/test/scan.ts'
import { temporaryApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { mediaRows, upload } from '#api/test/media/upload.ts'
import { updateRows } from '#api/test/rows.ts'
import { sweepMedia, sweepOldMedia } from './sweeper.ts'

const hour = 3_600_000

const setImages = (app: TestApp, member: Member, body: Record<string, string | null>) =>
  app.call(api.updateProfile.method, api.updateProfile.path.replace(':id', String(member.id)), {
    token: member.token,
    body,
  })

async function sweep(app: TestApp) {
  await sweepMedia.run(app.deps, {})
  await app.runJobs()
}

const addressesIn = async (app: TestApp) => (await mediaRows(app)).map(({ url }) => url)
const statusOf = async (app: TestApp, address: string | null) => (await fetch(`${app.url}${address}`)).status

test('deletes an unused file and its thumbnail after a day', async () => {
  const app = await temporaryApp()
  const member = await buildMember(app)
  const { secure_url, thumbnail_url } = await upload(app, member, { file: await picture('png') })
  app.clock.move(23 * hour)
  await sweep(app)
  expect(await addressesIn(app)).toEqual([secure_url])
  app.clock.move(2 * hour)
  await sweep(app)
  expect(await addressesIn(app)).toEqual([])
  expect(await filesIn(join(app.folder, 'media'))).toEqual([])
  expect([await statusOf(app, secure_url), await statusOf(app, thumbnail_url)]).toEqual([404, 404])
})

test('keeps pictures in use and deletes a replaced avatar', async () => {
  const app = await temporaryApp()
  const member = await buildMember(app)
  const file = await picture('png')
  const [first, second, header] = await buildSeveral(3, () => upload(app, member, { file }))
  const images = { profileImage: first.secure_url, headerImage: header.thumbnail_url }
  expect((await setImages(app, member, images)).status).toBe(200)
  app.clock.move(20 * hour)
  expect((await setImages(app, member, { profileImage: second.secure_url })).status).toBe(200)
  app.clock.move(25 * hour)
  await sweep(app)
  expect(await addressesIn(app)).toEqual([second.secure_url, header.secure_url])
  expect(await statusOf(app, second.secure_url)).toBe(200)
  expect(await statusOf(app, first.secure_url)).toBe(404)
})

test('deletes a file at night that is no longer used after a long time', async () => {
  const app = await temporaryApp()
  const member = await buildMember(app)
  const file = await picture('png')
  const [old, current] = [await upload(app, member, { file }), await upload(app, member, { file })]
  await setImages(app, member, { profileImage: old.secure_url, headerImage: current.secure_url })
  app.clock.move(100 * hour)
  await app.deps.db.updateTable('members').set({ profile_image: null }).execute()
  await sweepOldMedia.run(app.deps, {})
  expect(await addressesIn(app)).toEqual([current.secure_url])
})

test('deletes an interrupted upload after an hour', async () => {
  const app = await temporaryApp()
  const member = await buildMember(app)
  const { secure_url } = await upload(app, member, { file: await picture('png') })
  await app.deps.db.updateTable('media').set({ stored_at: null }).execute()
  const half = join(app.folder, `${secure_url}.part`)
  await writeFile(half, 'half')
  expectFailure(await setImages(app, member, { profileImage: secure_url }), 400)
  app.clock.move(0.9 * hour)
  await sweep(app)
  expect(await addressesIn(app)).toEqual([secure_url])
  app.clock.move(0.2 * hour)
  await sweep(app)
  expect(await addressesIn(app)).toEqual([])
  expect(await filesIn(join(app.folder, 'media'))).toEqual([])
})

test('deletes temporary files of a dead process after an hour', async () => {
  const app = await temporaryApp()
  const folder = join(app.folder, 'uploading')
  await mkdir(folder, { recursive: true })
  const [old, fresh] = [join(folder, 'old'), join(folder, 'fresh')]
  for (const path of [old, fresh]) await writeFile(path, 'x')
  const before = new Date(Date.now() - 2 * hour)
  await utimes(old, before, before)
  await sweep(app)
  expect([existsSync(old), existsSync(fresh)]).toEqual([false, true])
})

test('keeps a file that is put into use during the sweep', async () => {
  const app = await temporaryApp()
  const member = await buildMember(app)
  const file = await picture('png', 8, 8)
  for (let round = 0; round < 8; round += 1) {
    const { secure_url } = await upload(app, member, { file })
    const longAgo = new Date(app.clock.now().getTime() - 25 * hour)
    await updateRows(app.deps.db, 'media', { url: secure_url }, { claimed_at: longAgo })
    const [taken] = await Promise.all([
      setImages(app, member, { profileImage: secure_url }),
      sweepMedia.run(app.deps, {}),
    ])
    const isThere = (await addressesIn(app)).includes(secure_url)
    expect([taken.status, isThere]).toEqual(isThere ? [200, true] : [400, false])
  }
})

test('runs on two nodes at the same time', async () => {
  const app = await temporaryApp()
  const other = await temporaryApp({ sameDatabaseAs: { url: app.databaseUrl } })
  const member = await buildMember(app)
  const at = new Date(Date.now() - 30 * hour)
  const times = { created_at: at, stored_at: at, claimed_at: at }
  const rows = Array.from({ length: 1100 }, (_, nth) => ({
    owner_id: member.id,
    url: `/media/${nth}.webp`,
    keys: [`${nth}.webp`],
    type: 'image/webp',
    bytes: 1,
    ...times,
  }))
  await app.deps.db.insertInto('media').values(rows).execute()
  await Promise.all([sweepMedia.run(app.deps, {}), sweepMedia.run(other.deps, {})])
  expect(await mediaRows(app)).toEqual([])
  await app.runJobs()
})

test('shares the files of one folder between nodes', async () => {
  const app = await temporaryApp()
  const other = await temporaryApp({
    sameDatabaseAs: { url: app.databaseUrl },
    settings: { DATA_DIR: app.folder },
  })
  const member = await buildMember(app)
  const { secure_url } = await upload(app, member, { file: await picture('png') })
  expect(await statusOf(other, secure_url)).toBe(200)
  expect((await setImages(other, member, { profileImage: secure_url })).status).toBe(200)
  expect((await setImages(other, member, { profileImage: null })).status).toBe(200)
  other.clock.move(25 * hour)
  await sweep(other)
  expect(await statusOf(app, secure_url)).toBe(404)
})

test('accepts only the member’s own uploads as an avatar', async () => {
  const app = await temporaryApp()
  const [member, other] = await buildMembers(app, 2)
  const { secure_url } = await upload(app, other, { file: await picture('png') })
  const foreign = [
    secure_url,
    'http://169.254.169.254/latest/meta-data',
    'http://localhost:3000/media/x.webp',
    'javascript:alert(1)',
    'https://tracker.example.com/pixel.gif',
    'https://res.cloudinary.com/demo/image/upload/x.jpg',
    '/media/../../etc/passwd',
    '',
  ]
  for (const profileImage of foreign) {
    const failure = expectFailure(await setImages(app, member, { profileImage }), 400)
    expect(failure.fields).toEqual({ profileImage: 'Please upload this picture first.' })
  }
})

test('accepts URLs of the configured image host account', async () => {
  const app = await temporaryApp({
    settings: {
      CLOUDINARY_UPLOAD_URL: 'https://api.cloudinary.com/v1_1/our-cloud/auto/upload',
      CLOUDINARY_PRESET: 'unsigned',
    },
  })
  const member = await buildMember(app)
  const own = 'https://res.cloudinary.com/our-cloud/image/upload/v1/a.jpg'
  expect((await setImages(app, member, { profileImage: own })).status).toBe(200)
  const foreign = [
    'https://res.cloudinary.com/other-cloud/image/upload/v1/a.jpg',
    'https://res.cloudinary.com/our-cloud/../other-cloud/a.jpg',
    'https://res.cloudinary.com/our-cloud/%2e%2e/other-cloud/a.jpg',
    'http://res.cloudinary.com/our-cloud/a.jpg',
    'https://res.cloudinary.com.example.com/our-cloud/a.jpg',
    'https://res.cloudinary.com@example.com/our-cloud/a.jpg',
  ]
  for (const profileImage of foreign) expectFailure(await setImages(app, member, { profileImage }), 400)
})

test('keeps no file of an upload whose owner is erased', async () => {
  const app = await temporaryApp()
  const member = await buildMember(app)
  const { put } = app.deps.files
  app.deps.files = {
    ...app.deps.files,
    async put(key, bytes, type) {
      await put(key, bytes, type)
      await app.deps.db.deleteFrom('media').execute()
    },
  }
  await expect(upload(app, member, { file: await picture('png') })).rejects.toThrow('Please sign in.')
  expect(await filesIn(join(app.folder, 'media'))).toEqual([])
})
