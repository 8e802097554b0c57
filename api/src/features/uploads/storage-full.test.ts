import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from 'kysely'
import { thumbnailSide } from '@rootsquare/contract/uploads'
import type { FileStore } from '#api/ports/files/files.ts'
import { buildMember } from '#api/test/builders/members.ts'
import { expectFailure } from '#api/test/answer.ts'
import { picture } from '#api/test/media/pictures.ts'
import { filesIn } from '#api/test/scan.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { sendFile, upload } from '#api/test/media/upload.ts'
import { mp4 } from '#api/test/media/videos.ts'

const logged: string[] = []
const app = await sharedApp({ log: (line) => logged.push(line) })
const member = await buildMember(app)
const disk = app.deps.files
afterEach(() => {
  app.deps.files = disk
  vi.restoreAllMocks()
})

const codes = ['ENOSPC', 'EDQUOT']
const fullBy = (code: string) =>
  Object.assign(new Error(`${code}: no space left, write '/srv/hidden'`), {
    code,
    errno: -28,
    syscall: 'write',
  })

const here = async () => [
  await filesIn(join(app.folder, 'media')),
  await filesIn(join(app.folder, 'uploading')),
]

async function expectFull(file: Uint8Array<ArrayBuffer>) {
  const before = await here()
  logged.length = 0
  const answer = await sendFile(app, member, { file })
  const failure = expectFailure(answer, 503, 'STORAGE_FULL')
  expect(failure.error).toEqual(['Our storage is full, so nothing was saved. Please try again later.'])
  expect(failure.requestId).toBeDefined()
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(JSON.stringify(answer.body)).not.toContain('hidden')
  expect(logged.join('')).toContain('no space left')
  expect(await here()).toEqual(before)
}

describe.each(codes)('a full disk (%s) is a 503 and leaves no file', (code) => {
  test('during the upload', async () => {
    const handle = await open('/dev/null')
    await handle.close()
    vi.spyOn(Object.getPrototypeOf(handle), 'writeFile').mockRejectedValueOnce(fullBy(code))
    await expectFull(await picture('png'))
  })

  test('when a picture is stored', async () => {
    app.deps.files = { ...disk, put: () => Promise.reject(fullBy(code)) }
    await expectFull(await picture('png'))
  })

  test('when a video is stored', async () => {
    app.deps.files = { ...disk, take: () => Promise.reject(fullBy(code)) }
    await expectFull(mp4())
  })

  test('when the picture still fits and its thumbnail does not', async () => {
    const put: FileStore['put'] = (key, ...rest) =>
      key.includes(`-${thumbnailSide}`) ? Promise.reject(fullBy(code)) : disk.put(key, ...rest)
    app.deps.files = { ...disk, put }
    await expectFull(await picture('png'))
  })

  test('when only the last step of storing fails', async () => {
    const put: FileStore['put'] = async (...stored) => {
      await disk.put(...stored)
      throw fullBy(code)
    }
    app.deps.files = { ...disk, put }
    await expectFull(await picture('png'))
  })
})

test('leaves a file that cannot be stored or removed to the sweeper', async () => {
  const remove = () => Promise.reject(new Error('EROFS'))
  app.deps.files = { ...disk, put: () => Promise.reject(fullBy('ENOSPC')), remove }
  expectFailure(await sendFile(app, member, { file: await picture('png') }), 503, 'STORAGE_FULL')
  const newest = app.deps.db.selectFrom('media').select('stored_at').orderBy('id', 'desc').limit(1)
  expect(await newest.execute()).toEqual([{ stored_at: null }])
})

test('answers 503 when the disk of the database is full', async () => {
  const { db } = app.deps
  await sql`create function full_up() returns trigger language plpgsql as $$
    begin raise 'could not extend file: no space left on device' using errcode = '53100'; end $$`.execute(db)
  await sql`create trigger full_up before insert on media for each row execute function full_up()`.execute(db)
  onTestFinished(async () => void (await sql`drop trigger full_up on media`.execute(db)))
  await expectFull(await picture('png'))
})

test('accepts the same file when space is free again', async () => {
  expect(await upload(app, member, { file: await picture('png', 30, 20) })).toMatchObject({ width: 30 })
})
