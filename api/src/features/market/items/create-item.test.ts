import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createItem } from '@rootsquare/contract/trade/market'
import { sweepMedia } from '#api/features/uploads/sweeper.ts'
import { buildMedia, buildMember } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { requestCreateItem, buildGenre, itemRow, newItem, offer } from '#api/test/builders/market.ts'
import { picture } from '#api/test/media/pictures.ts'
import { testApp } from '#api/test/test-app.ts'
import { upload } from '#api/test/media/upload.ts'
import { mp4 } from '#api/test/media/videos.ts'

const app = await testApp()
const seller = await buildMember(app)
afterAll(() => app.stop())

const picturesOf = async (count: number, owner = seller) =>
  Promise.all(Array.from({ length: count }, async () => (await buildMedia(app, owner)).url))
const itemsOf = ({ id }: { id: number }) =>
  app.deps.db.selectFrom('items').select(['id', 'price_kobo']).where('seller_id', '=', id).execute()

describe('a new item', () => {
  test('waits for approval, and the reply shows it as the seller sees it', async () => {
    const uploaded = await upload(app, seller, { file: await picture('png') })
    const more = await picturesOf(6)
    const genres = [await buildGenre(app, 'Drums'), await buildGenre(app, 'Wood')]
    const answer = await requestCreateItem(app, seller, {
      name: '  Ìlù   gángan ',
      description: ' Two heads,\none stick. ',
      price: 1_000_000.01,
      stock: 0,
      imageUrl: uploaded.secure_url,
      images: more,
      genreIds: [...genres, genres[0]],
      isApproved: true,
      userId: 1,
    })
    expect(answer.body.message).toBe(
      'Your item is with the admins. It will be seen once they have approved it.',
    )
    expect(dataOf(createItem, answer)).toEqual({
      id: expect.any(Number),
      name: 'Ìlù gángan'.normalize('NFC'),
      description: 'Two heads,\none stick.',
      price: 1_000_000.01,
      stock: 0,
      imageUrl: uploaded.secure_url,
      thumbnailUrl: uploaded.thumbnail_url,
      images: more,
      isApproved: false,
      disapprovalReason: null,
      userId: seller.id,
      sellerUsername: seller.username,
      sellerProfileImage: null,
      categories: genres,
      delivery: { methods: ['DELIVERY'], feeSameState: 0, feeOtherState: 0, stateCode: null, lgaCode: null },
      favorite: false,
      createdDate: expect.stringMatching(/Z$/),
      can: { update: true, delete: true, approve: false, buy: false, message: false },
      rating: { average: null, count: 0 },
    })
  })

  test.each([
    [0.01, 1],
    [0.1, 10],
    [0.3, 30],
    [1.15, 115],
    [1_000_000.01, 100_000_001],
    [999_999_999.99, 99_999_999_999],
    [1_000_000_000, 100_000_000_000],
  ])('can cost ₦%d, which is %d kobo', async (price, kobo) => {
    const item = await offer(app, seller, { price })
    expect(item.price).toBe(price)
    expect((await itemRow(app, item)).price_kobo).toBe(kobo)
  })

  test('is created once for each Idempotency-Key', async () => {
    const member = await buildMember(app)
    const body = await newItem(app, member)
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => requestCreateItem(app, member, body, headers)),
    )
    const ids = answers.map((answer) => dataOf(createItem, answer).id)
    expect(new Set(ids).size).toBe(1)
    expect(await itemsOf(member)).toHaveLength(1)
    expectFailure(
      await requestCreateItem(app, member, { ...body, stock: 9 }, headers),
      409,
      'IDEMPOTENCY_MISMATCH',
    )
  })

  test('has pictures that are not deleted as unused', async () => {
    const [imageUrl, ...images] = await picturesOf(3)
    await offer(app, seller, { imageUrl, images })
    app.clock.move(30 * 3_600_000)
    onTestFinished(() => app.clock.move(-30 * 3_600_000))
    await sweepMedia.run(app.deps, {})
    const stored = app.deps.db
      .selectFrom('media')
      .select('url')
      .where('url', 'in', [imageUrl ?? '', ...images])
    expect(await stored.execute()).toHaveLength(3)
  })

  test('is limited to 120 an hour (here 3), without rejected ones', async () => {
    const limited = await testApp({ settings: { RATE_LIMIT_SCALE: '0.025' } })
    onTestFinished(() => limited.stop())
    const member = await buildMember(limited)
    expectFailure(await requestCreateItem(limited, member, {}), 400)
    for (let turn = 0; turn < 3; turn += 1) await offer(limited, member)
    expectFailure(
      await requestCreateItem(limited, member, await newItem(limited, member)),
      429,
      'TOO_MANY_REQUESTS',
    )
  })
})

describe('rejects an item and stores nothing', () => {
  const required = 'Required.'
  test.each([
    ['name', undefined, required],
    ['name', ' \u200b ', expect.any(String)],
    ['name', 'x'.repeat(121), 'Maximum 120 characters allowed'],
    ['description', '', required],
    ['description', 'x'.repeat(5001), 'Maximum 5000 characters allowed'],
    ['price', undefined, required],
    ['price', 0, 'Must be at least 0.01.'],
    ['price', -5, 'Must be at least 0.01.'],
    ['price', 0.001, 'Must be at least 0.01.'],
    ['price', 10.001, 'Amounts have at most 2 decimals.'],
    ['price', 0.1 + 0.2, 'Amounts have at most 2 decimals.'],
    ['price', 1_000_000_000.01, 'Must be at most 1,000,000,000.'],
    ['price', 1e300, 'Must be at most 1,000,000,000.'],
    ['price', '12.50', 'Must be a number.'],
    ['price', Number.NaN, required],
    ['stock', -1, 'Must be 0 or more.'],
    ['stock', 1.5, 'Must be a whole number.'],
    ['stock', 1_000_001, 'Must be at most 1000000.'],
    ['stock', '3', 'Must be a whole number.'],
    ['imageUrl', undefined, required],
    ['imageUrl', '', required],
    ['imageUrl', 'https://example.com/a.webp', 'Please upload this picture first.'],
    ['imageUrl', 'javascript:alert(1)', 'Please upload this picture first.'],
    ['images', ['/media/none.webp'], 'Please upload this picture first.'],
    ['images', Array.from({ length: 7 }, () => 'x'), 'At most 6 more pictures.'],
    ['genreIds', [], 'Please choose a category.'],
    ['genreIds', [1, 2, 3, 4, 5, 6], 'At most 5 categories.'],
    ['genreIds', [9_007_199_254_740_991], 'There is no such category.'],
  ])('%s: %.30j', async (field, value, message) => {
    const member = await buildMember(app)
    const answer = await requestCreateItem(app, member, await newItem(app, member, { [field]: value }))
    expect(expectFailure(answer, 400, 'INVALID').fields).toEqual({ [field]: message })
    expect(await itemsOf(member)).toEqual([])
  })

  test('with a foreign picture, a repeated picture or a video', async () => {
    const other = await buildMember(app)
    const [foreign = ''] = await picturesOf(1, other)
    const [own = ''] = await picturesOf(1)
    const video = await upload(app, seller, { file: mp4(), poster: await picture('jpeg') })
    const fieldsOf = async (overrides: Record<string, unknown>) =>
      expectFailure(await requestCreateItem(app, seller, await newItem(app, seller, overrides)), 400).fields
    const notThere = 'Please upload this picture first.'
    expect(await fieldsOf({ imageUrl: foreign })).toEqual({ imageUrl: notThere })
    expect(await fieldsOf({ images: [own, foreign] })).toEqual({ images: notThere })
    const twice = { images: 'This picture is there already.' }
    expect(await fieldsOf({ images: [own, own] })).toEqual(twice)
    expect(await fieldsOf({ imageUrl: own, images: [own] })).toEqual(twice)
    expect(await fieldsOf({ imageUrl: own, images: [own.replace('.webp', '-small.webp')] })).toEqual(twice)
    const noPicture = 'This must be a picture.'
    expect(await fieldsOf({ imageUrl: video.secure_url })).toEqual({ imageUrl: noPicture })
    expect(await fieldsOf({ images: [video.secure_url] })).toEqual({ images: noPicture })
  })

  test('with a video of the image host, but accepts its pictures', async () => {
    const settings = {
      CLOUDINARY_UPLOAD_URL: 'https://api.cloudinary.com/v1_1/roots/auto/upload',
      CLOUDINARY_PRESET: 'roots',
    }
    const hosted = await testApp({ settings })
    onTestFinished(() => hosted.stop())
    const member = await buildMember(hosted)
    const host = 'https://res.cloudinary.com/roots'
    const imageUrl = `${host}/image/upload/v1/drum.jpg`
    expect(await offer(hosted, member, { imageUrl })).toMatchObject({ imageUrl, thumbnailUrl: null })
    for (const odd of [`${host}/video/upload/v1/drum.mp4`, imageUrl.replace('roots', 'others')]) {
      const answer = await requestCreateItem(hosted, member, await newItem(hosted, member, { imageUrl: odd }))
      expect(expectFailure(answer, 400).fields).toEqual({ imageUrl: expect.any(String) })
    }
  })
})
