import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { buildItem, remove } from '#api/test/builders/market.ts'
import { buildGroup, buildMedia, buildMember, buildPost, updateMember } from '#api/test/builders/members.ts'
import { picture } from '#api/test/media/pictures.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { insertRows } from '#api/test/rows.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { readSite, type Site } from './site.ts'

const app = await sharedApp()
const shareCards = { groups: true, items: true, members: true }
const open = await sharedApp({ readSite: async () => ({ ...(await readSite()), shareCards }) })

async function page(path: string, at: TestApp) {
  const response = await fetch(at.url + path)
  const html = await response.text()
  const tag = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null'
  return { status: response.status, html, tag, data: JSON.parse(data) }
}

async function statusOf(path: string, at: TestApp): Promise<number> {
  const response = await fetch(at.url + path)
  await response.arrayBuffer()
  return response.status
}

/** A stored picture of this member, as uploads leave it. */
async function storedPicture(at: TestApp, owner: { id: number }): Promise<string> {
  const drawn = await sharp(await picture('png', 900, 1600))
    .webp()
    .toBuffer()
  return (await buildMedia(at, owner, drawn)).url
}

async function sellerWithItem(at: TestApp, columns: Parameters<typeof buildItem>[2] = {}) {
  const seller = await buildMember(at, { firstname: 'Bisi', lastname: 'Ade' })
  const image = await storedPicture(at, seller)
  const item = await buildItem(at, seller, { image_url: image, price_kobo: 1_250_000, ...columns })
  return { seller, item }
}

describe('a group', () => {
  test('is shown by name, number of members and picture', async () => {
    const id = await buildGroup(app)
    const image = await storedPicture(app, await buildMember(app))
    await app.deps.db
      .updateTable('groups')
      .set({ image, header: null, name: 'Tiv & friends' })
      .where('id', '=', id)
      .execute()
    const { status, tag, data } = await page(`/group/${id}/culture`, app)
    expect([status, tag('og:title')]).toEqual([200, 'Tiv &amp; friends on Rootsquare'])
    expect(tag('og:url')).toBe(`http://localhost:3000/group/${id}`)
    expect(tag('og:image')).toContain(`/share-card/group/${id}.jpg?v=`)
    expect(data).toMatchObject({ '@type': 'WebPage', name: 'Tiv & friends' })
    expect(await statusOf(`/share-card/group/${id}.jpg`, app)).toBe(200)
  })

  test('that does not exist is a 404', async () => {
    expect(await statusOf('/group/987654', app)).toBe(404)
    expect(await statusOf('/share-card/group/987654.jpg', app)).toBe(404)
  })

  test('is not shown where the owner has switched it off', async () => {
    const off = { ...shareCards, groups: false }
    const closed = await temporaryApp({
      readSite: async (): Promise<Site> => ({ ...(await readSite()), shareCards: off }),
    })
    const id = await buildGroup(closed)
    expect((await page(`/group/${id}`, closed)).tag('og:title')).toBeUndefined()
    expect(await statusOf(`/share-card/group/${id}.jpg`, closed)).toBe(404)
  })
})

describe('an item', () => {
  test('is shown with its price where the owner allows it', async () => {
    const { item } = await sellerWithItem(open)
    const { tag, data, html } = await page(`/item/${item.id}`, open)
    expect(tag('og:title')).toBe('Adire wrapper for ₦12,500.00')
    expect([tag('product:price:amount'), tag('product:price:currency')]).toEqual(['12500', 'NGN'])
    expect(data.offers).toMatchObject({
      price: '12500',
      priceCurrency: 'NGN',
      availability: 'https://schema.org/InStock',
    })
    expect(html).not.toContain('Bisi')
    expect(await statusOf(`/share-card/item/${item.id}.jpg`, open)).toBe(200)
  })

  test('is not shown unless the owner allows it', async () => {
    const { item } = await sellerWithItem(app)
    const { status, tag } = await page(`/item/${item.id}`, app)
    expect([status, tag('og:title')]).toEqual([200, undefined])
    expect(await statusOf(`/share-card/item/${item.id}.jpg`, app)).toBe(404)
  })

  test('is not shown while it waits for approval, after its deletion, or if its seller may not sell', async () => {
    const now = open.clock.now()
    const cases = [
      await sellerWithItem(open, { is_approved: false }),
      await sellerWithItem(open),
      await sellerWithItem(open),
      await sellerWithItem(open),
    ]
    await remove(open, cases[1]?.seller ?? { token: '' }, cases[1]?.item.id ?? 0)
    await updateMember(open, cases[2]?.seller ?? { id: 0 }, { banned_at: now })
    await updateMember(open, cases[3]?.seller ?? { id: 0 }, {
      suspended_until: new Date(now.getTime() + 86_400_000),
    })
    for (const { item } of cases) {
      const { status, tag } = await page(`/item/${item.id}`, open)
      expect([status, tag('og:title')]).toEqual([200, undefined])
      expect(await statusOf(`/share-card/item/${item.id}.jpg`, open)).toBe(404)
    }
  })
})

describe('a member', () => {
  test('is shown by name and picture, never by a description, where the owner allows it', async () => {
    const member = await buildMember(open, { firstname: 'Ngozi', lastname: 'Eze', bio: 'Secret bio' })
    await updateMember(open, member, { profile_image: await storedPicture(open, member) })
    for (const path of [`/u/${member.username}`, `/shop/${member.id}`]) {
      const { tag, html } = await page(path, open)
      expect(tag('og:title')).toContain('Ngozi Eze')
      expect(tag('og:image')).toContain(`/share-card/member/${member.id}.jpg`)
      expect(html).not.toContain('Secret bio')
      expect((await page(path, app)).tag('og:title')).toBeUndefined()
    }
    expect(await statusOf(`/share-card/member/${member.id}.jpg`, open)).toBe(200)
  })

  test('is not shown while banned, suspended or unverified', async () => {
    const now = open.clock.now()
    for (const columns of [
      { banned_at: now },
      { suspended_until: new Date(now.getTime() + 86_400_000) },
      { verified_at: null },
    ]) {
      const member = await buildMember(open)
      await updateMember(open, member, { profile_image: await storedPicture(open, member), ...columns })
      expect((await page(`/u/${member.username}`, open)).tag('og:title')).toBeUndefined()
      expect((await page(`/shop/${member.id}`, open)).tag('og:title')).toBeUndefined()
      expect(await statusOf(`/share-card/member/${member.id}.jpg`, open)).toBe(404)
    }
  })
})

describe('the picture of a card', () => {
  async function postWith(url: string) {
    const author = await buildMember(app)
    const post = await buildPost(app, author)
    await insertRows(app.deps.db, 'post_media', { post_id: post.id, position: 0, url, type: 'image' })
    return { author, path: `/share-card/post/${post.id}.jpg` }
  }

  test('is a JPEG of 1200 × 630 that is sent once', async () => {
    const { path } = await postWith(await storedPicture(app, await buildMember(app)))
    const first = await fetch(app.url + path)
    expect(first.headers.get('content-type')).toBe('image/jpeg')
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const bytes = Buffer.from(await first.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(300_000)
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await fetch(app.url + path, { headers })).status).toBe(304)
  })

  test('is gone with its author, although it was drawn before', async () => {
    const { author, path } = await postWith(await storedPicture(app, await buildMember(app)))
    expect(await statusOf(path, app)).toBe(200)
    await updateMember(app, author, { banned_at: app.clock.now() })
    expect(await statusOf(path, app)).toBe(404)
  })

  test('of a file that is missing or damaged is a 404', async () => {
    const damaged = await buildMedia(app, await buildMember(app), randomBytes(200))
    for (const url of ['/media/none.webp', damaged.url]) {
      expect([url, await statusOf((await postWith(url)).path, app)]).toEqual([url, 404])
    }
  })

  test('leads to a picture that is stored elsewhere', async () => {
    const url = 'https://res.cloudinary.com/square/image/upload/a.jpg'
    const { path } = await postWith(url)
    const response = await fetch(app.url + path, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, url])
  })

  test('of an unknown kind, a wrong number or a post without pictures is a 404', async () => {
    const { id } = await buildPost(app, await buildMember(app))
    for (const path of [`post/${id}.jpg`, 'post/x.jpg', 'post/0.jpg', 'order/1.jpg', `post/${id}`])
      expect([path, await statusOf(`/share-card/${path}`, app)]).toEqual([path, 404])
  })

  test('counts against the limit of an address', async () => {
    const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '0.001' } })
    expect(await statusOf('/share-card/post/1.jpg', limited)).toBe(404)
    expect(await statusOf('/share-card/post/1.jpg', limited)).toBe(429)
  })
})
