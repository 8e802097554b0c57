import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createPost, getPost, homeFeed } from '@rootsquare/contract/posts'
import { guardedWeb } from '#api/ports/public-web/guarded-web.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { buildMember, type Member } from '#api/test/builders/members.ts'
import { dataOf } from '#api/test/answer.ts'
import { startWebPages } from '#api/test/fakes/web-pages.ts'
import { manyScans } from '#api/test/media/jpeg.ts'
import { heavyPicture, picture } from '#api/test/media/pictures.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { readRow } from '#api/test/rows.ts'

const pages = await startWebPages()
afterAll(() => pages.stop())
const publicWeb = guardedWeb({ publicUrl: 'https://square.example', testOrigin: pages.origin })
const app = await sharedApp({ publicWeb })
const { db } = app.deps
const ada = await buildMember(app)

let count = 0
const titled = (title: string, more = '') => ({ body: `<title>${title}</title>${more}` })
/** Creates a page with an address that no other test uses. */
const servePage = (title: string, more = '') => pages.serve(`/page-${(count += 1)}`, titled(title, more))
const pathOf = (address: string) => new URL(address).pathname

async function write(caption: string, { token }: Member = ada) {
  return dataOf(createPost, await app.call('POST', '/post/user/create', { token, body: { caption } }))
}
async function edit(id: number, body: object) {
  const { status } = await app.call('PUT', `/post/update/${id}`, { token: ada.token, body })
  expect(status).toBe(200)
}
async function cardOf(id: number) {
  return dataOf(getPost, await app.call('GET', `/post/fetch/${id}`, { token: ada.token })).linkCard
}
async function cardAfter(caption: string) {
  const { id } = await write(caption)
  await app.runJobs()
  return cardOf(id)
}
const rowsOf = (url: string) => db.selectFrom('link_cards').selectAll().where('url', '=', url).execute()

async function servePicture(name: string, bytes: Buffer, type = 'image/jpeg') {
  return pages.serve(`/${name}`, { headers: { 'content-type': type }, body: bytes })
}

describe('a post with an address', () => {
  test('of a member who wrote many waits for those of others', async () => {
    const bayo = await buildMember(app)
    for (let nth = 0; nth < 3; nth += 1) await write(servePage('Of Ada'))
    const last = await write(servePage('Of Bayo'), bayo)
    const { rows } = await sql<{ cardId: number }>`
      select payload ->> 'cardId' as "cardId" from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = task_id
      where identifier = 'fetch-link-card' order by priority, run_at`.execute(db)
    const { link_card_id } = await readRow(db, 'posts', { id: last.id }, ['link_card_id'])
    expect(rows.map(({ cardId }) => Number(cardId)).indexOf(link_card_id ?? 0)).toBeLessThan(2)
    await sql`delete from graphile_worker._private_jobs`.execute(db)
  })

  test('gets a card with a copy of the picture', async () => {
    await servePicture('cover.jpg', await picture('jpeg', 1200, 630))
    const more =
      '<meta property="og:image" content="/cover.jpg"><meta name="description" content="All of it.">'
    const url = servePage('The news', more)
    const post = await write(`Read (${url}) and https://second.example/`)
    expect(post.linkCard).toBeNull()
    await app.runJobs()
    const card = await cardOf(post.id)
    expect(card).toEqual({
      url,
      title: 'The news',
      description: 'All of it.',
      site: '127.0.0.1',
      image: expect.stringMatching(/^\/media\/[\da-f]{2}\/[\da-f]{32}-\d+kb\.webp$/),
    })
    const copy = await fetch(app.url + card?.image)
    expect(copy.headers.get('content-type')).toBe('image/webp')
    const { url: used } = await readRow(db, 'media_in_use', { url: card?.image ?? '' }, ['url'])
    expect(used).toBe(card?.image)
  })

  test('shows the card in a feed that was read before it came', async () => {
    const reader = await buildMember(app, { group_id: null })
    const post = await write(servePage('Later'), reader)
    const inFeed = async () => {
      const answer = await app.call('GET', '/post/user/post/feed', { token: reader.token })
      return dataOf(homeFeed, answer).content.find(({ id }) => id === post.id)?.linkCard
    }
    expect([await inFeed(), await inFeed()]).toEqual([null, null])
    await app.runJobs()
    expect(await inFeed()).toMatchObject({ title: 'Later' })
  })

  test('has no card without a link', async () => {
    expect(await cardAfter('No address here, ada@example.com')).toBeNull()
    expect(await rowsOf('https://example.com/')).toEqual([])
  })

  test('has no card if the address is too long', async () => {
    expect(await cardAfter(`${pages.origin}/${'a'.repeat(2000)}`)).toBeNull()
  })

  test('has a card with plain text, whatever the page contains', async () => {
    const url = servePage('&lt;img src=x onerror=alert(1)&gt;\u0000', '<script>alert(1)</script>')
    expect(await cardAfter(url)).toMatchObject({ title: '<img src=x onerror=alert(1)>', image: null })
  })
})

describe('a card has no picture', () => {
  const cardWith = (name: string) =>
    cardAfter(servePage('Text alone', `<meta property="og:image" content="${name}">`))

  test.each([
    'http://127.0.0.1/x.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'http://[',
    '/missing',
  ])('when it is at %s', async (address) => {
    expect(await cardWith(address)).toMatchObject({ title: 'Text alone', image: null })
  })

  test('when the file is not a picture', async () => {
    await servePicture('text.png', Buffer.from('<svg onload="alert(1)"/>'), 'image/png')
    await servePicture('drawing.svg', Buffer.from('<svg/>'), 'image/svg+xml')
    await servePicture('page.png', await picture('png'), 'text/html')
    for (const name of ['/text.png', '/drawing.svg', '/page.png']) {
      expect(await cardWith(name)).toMatchObject({ image: null })
    }
  })

  test('when it is too complex', async () => {
    await servePicture('scans.jpg', manyScans({ width: 8000, height: 6250, scans: 883 }), 'image/jpeg')
    expect(await cardWith('/scans.jpg')).toMatchObject({ title: 'Text alone', image: null })
  })

  test('when it is too large', async () => {
    await servePicture('heavy.png', await heavyPicture(5_100_000), 'image/png')
    expect(await cardWith('/heavy.png')).toMatchObject({ image: null })
  })
})

describe('a link has no card', () => {
  test.each([
    ['a page that is missing', { status: 404 }],
    ['another kind of file', { headers: { 'content-type': 'application/zip' }, body: '<title>Zip</title>' }],
    ['a redirect into this network', { status: 302, headers: { location: 'http://10.0.0.1/' } }],
    ['a page without a title', { body: '<p>Hello</p>' }],
  ])('for %s, which is requested once a day', async (_what, page) => {
    const url = pages.serve(`/none-${(count += 1)}`, page)
    expect(await cardAfter(url)).toBeNull()
    expect(await cardAfter(url)).toBeNull()
    expect(pages.countOf(pathOf(url))).toBe(1)
    expect(await rowsOf(url)).toMatchObject([{ state: 'failed' }])
  })

  test('for addresses of this machine and its network', async () => {
    for (const url of [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://[::ffff:7f00:1]/',
      'http://localhost/',
    ]) {
      expect(await cardAfter(url)).toBeNull()
    }
  })
})

describe('a linked page', () => {
  test('is read once for two posts at the same time', async () => {
    const url = servePage('Shared')
    const [first, second] = await Promise.all([write(url), write(`See ${url}`, await buildMember(app))])
    await Promise.all([app.runJobs(), app.runJobs()])
    expect(await cardOf(first.id)).toEqual(await cardOf(second.id))
    expect(await cardOf(first.id)).toMatchObject({ title: 'Shared' })
    expect(pages.countOf(pathOf(url))).toBe(1)
  })

  test('is read after other pages of the same host', async () => {
    const arrived = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const slow = pages.serve('/slow-host', (_request, response) => {
      arrived.resolve()
      void answered.promise.then(() => response.writeHead(404).end())
    })
    const next = servePage('The next one')
    await write(slow)
    const running = app.runJobs()
    await arrived.promise
    await write(next)
    await app.runJobs()
    expect(pages.countOf(pathOf(next))).toBe(0)
    answered.resolve()
    await running
    await app.runJobs()
    expect(pages.countOf(pathOf(next))).toBe(1)
  })

  test('is read again after seven days, and after a day if it failed', async () => {
    const url = servePage('Old title')
    const missing = `${pages.origin}/gone`
    const post = await write(url)
    await write(missing)
    await app.runJobs()
    const age = (days: number) =>
      db
        .updateTable('link_cards')
        .set({ fetched_at: inDays(app.clock.now(), -days) })
        .where('url', 'in', [url, missing])
        .execute()
    pages.serve(pathOf(url), titled('New title'))
    pages.serve('/gone', titled('Back'))
    await age(2)
    expect([await cardAfter(url), await cardAfter(missing)]).toMatchObject([
      { title: 'Old title' },
      { title: 'Back' },
    ])
    await age(8)
    expect(await cardAfter(url)).toMatchObject({ title: 'New title' })
    expect(await cardOf(post.id)).toMatchObject({ title: 'New title' })
  })

  test('is not read if the operator has disabled link cards', async () => {
    const off = await sharedApp({ publicWeb, settings: { LINK_CARDS: '0' } })
    const { token } = await buildMember(off)
    const url = servePage('Hidden')
    await off.call('POST', '/post/user/create', { token, body: { caption: url } })
    await off.runJobs()
    expect(await off.deps.db.selectFrom('link_cards').select('id').execute()).toEqual([])
    expect(pages.countOf(pathOf(url))).toBe(0)
  })
})

describe('a card is deleted', () => {
  test('when an edit removes the last address', async () => {
    const url = servePage('Shared')
    const [first, second] = [await write(url), await write(url)]
    await app.runJobs()
    await edit(first.id, { caption: 'Nothing here' })
    expect(await cardOf(first.id)).toBeNull()
    expect(await cardOf(second.id)).toMatchObject({ title: 'Shared' })
    await edit(second.id, { caption: servePage('Another') })
    await app.runJobs()
    expect(await cardOf(second.id)).toMatchObject({ title: 'Another' })
    expect(await rowsOf(url)).toEqual([])
  })

  test('not by an edit of the location', async () => {
    const post = await write(servePage('Stays'))
    await app.runJobs()
    await edit(post.id, { location: 'Enugu' })
    expect(await cardOf(post.id)).toMatchObject({ title: 'Stays' })
  })

  test('with its post, even before the page was read', async () => {
    const url = servePage('Too late')
    const { id } = await write(url)
    await app.call('DELETE', `/post/delete/${id}`, { token: ada.token })
    await app.runJobs()
    expect([await rowsOf(url), pages.countOf(pathOf(url))]).toEqual([[], 0])
  })

  test('with its only author', async () => {
    const member = await buildMember(app)
    const url = servePage('Mine')
    await write(url, member)
    await app.runJobs()
    await db.deleteFrom('members').where('id', '=', member.id).execute()
    expect(await rowsOf(url)).toEqual([])
  })
})
