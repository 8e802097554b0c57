import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { buildMember } from '#api/test/build.ts'
import { picture } from '#api/test/pictures.ts'
import { testApp } from '#api/test/test-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { fetchMedia, upload } from '#api/test/upload.ts'

let app: TestApp
let member: Awaited<ReturnType<typeof buildMember>>
beforeAll(async () => {
  app = await testApp()
  member = await buildMember(app)
})
afterAll(() => app.stop())

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('as %s becomes WebP', async (format) => {
    const uploaded = await upload(app, member, { file: await picture(format) })
    expect(uploaded).toMatchObject({ resource_type: 'image', width: 64, height: 48 })
    const stored = await fetchMedia(app, uploaded.secure_url)
    expect(stored.status).toBe(200)
    expect(stored.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(stored.bytes).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 })
  })
})
