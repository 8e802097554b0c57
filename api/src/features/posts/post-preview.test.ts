import { describe, expect, test } from 'vitest'
import { buildBlock, buildMember, buildPost, groupIdOf, updateMember } from '#api/test/builders/members.ts'
import { picture } from '#api/test/media/pictures.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { upload } from '#api/test/media/upload.ts'
import { mp4 } from '#api/test/media/videos.ts'
import { insertRows } from '#api/test/rows.ts'
import { createPost } from './write-post.ts'

const app = await sharedApp()
const author = await buildMember(app, { firstname: 'Adaeze', lastname: 'Nwosu' })

async function open(path: string, at = app, init: RequestInit = {}) {
  const response = await fetch(at.url + path, init)
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/** Reads the tags by name and unescaped, as other sites do for a card. */
function tagsIn(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta\s+(?:name|property)="([^"]+)"\s+content="([^"]*)"/g)
  return Object.fromEntries([...tags].map(([, name = '', content = '']) => [name, plain(content)]))
}

const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const titleIn = (html: string) => [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title)

async function write(caption: string, media: { postImage: string; alt?: string }[] = []) {
  const { id, role } = author
  return createPost(app.deps, { id, role, sessionId: '' }, { caption, postImageDTO: media })
}

const shareCardOf = ({ id }: { id: number }) =>
  new RegExp(`^http://localhost:3000/share-card/post/${id}\\.jpg\\?v=[0-9a-f]{8}$`)

describe('GET /post/{id}', () => {
  test('returns a large card for a post with a picture', async () => {
    const image = await upload(app, author, { file: await picture('png', 640, 480) })
    const post = await write('Dye day', [{ postImage: image.secure_url, alt: 'Cloths on a line' }])
    const { status, headers, html } = await open(`/post/${post.id}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-cache')
    const address = `http://localhost:3000/post/${post.id}`
    const shown = shareCardOf(post)
    expect(titleIn(html)).toEqual(['Adaeze Nwosu on Rootsquare'])
    expect(html).toContain(`<link rel="canonical" href="${address}" />`)
    expect(tagsIn(html)).toEqual({
      'public-url': 'http://localhost:3000',
      description: 'Dye day',
      'og:site_name': 'Rootsquare',
      'og:type': 'article',
      'og:title': 'Adaeze Nwosu on Rootsquare',
      'og:description': 'Dye day',
      'og:url': address,
      'og:image': expect.stringMatching(shown),
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Cloths on a line',
      'article:published_time': post.createdDate,
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Adaeze Nwosu on Rootsquare',
      'twitter:description': 'Dye day',
      'twitter:image': expect.stringMatching(shown),
      'twitter:image:alt': 'Cloths on a line',
    })
  })

  test('returns a small card with the logo for a post without pictures', async () => {
    const post = await write('Only words')
    expect(tagsIn((await open(`/post/${post.id}`)).html)).toMatchObject({
      'og:image': 'http://localhost:3000/card.png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary',
    })
  })

  test('shows a video by its poster, otherwise the next medium', async () => {
    const film = await upload(app, author, { file: mp4(), poster: await picture('png', 90, 160) })
    const bare = await upload(app, author, { file: mp4() })
    const image = await upload(app, author, { file: await picture('png') })
    const withPoster = await write('Dance', [{ postImage: film.secure_url }])
    const page = (await open(`/post/${withPoster.id}`)).html
    expect(tagsIn(page)['og:image']).toMatch(shareCardOf(withPoster))
    expect(page).toMatch(
      /<video src="[^"]+\.mp4" width="\d+" height="\d+" poster="[^"]+" aria-label="Video by/,
    )
    const without = await write('Dance', [{ postImage: bare.secure_url }, { postImage: image.secure_url }])
    expect(tagsIn((await open(`/post/${without.id}`)).html)['og:image']).toMatch(shareCardOf(without))
    const nothing = await write('Dance', [{ postImage: bare.secure_url }])
    expect(tagsIn((await open(`/post/${nothing.id}`)).html)['og:image']).toMatch(/card\.png$/)
  })

  test('shows author, time, text and pictures without any script', async () => {
    const image = await upload(app, author, { file: await picture('png', 640, 480) })
    const small = await upload(app, author, { file: await picture('png', 64, 64) })
    const post = await write('Line one\nLine two', [
      { postImage: image.secure_url, alt: 'A "big" drum' },
      { postImage: small.secure_url },
    ])
    const { html } = await open(`/post/${post.id}`)
    const root = /<div id="root">(.*?)<\/div>/s.exec(html)?.[1] ?? ''
    expect(root).toContain('<h1>Adaeze Nwosu</h1>')
    expect(root).toContain(`@${author.username} · <time datetime="${post.createdDate}">`)
    expect(root).toContain('Line one<br />Line two')
    expect(root).toContain(
      `<img src="${image.secure_url}" width="640" height="480" alt="A &quot;big&quot; drum" />`,
    )
    expect(root).toContain(
      `<img src="${small.secure_url}" width="64" height="64" alt="Picture by Adaeze Nwosu" loading="lazy" />`,
    )
    expect(root).toContain('<a href="/signup">')
    expect(root).not.toMatch(/ style=| on\w+=|<script/)
  })

  test('shows group and place', async () => {
    const groupId = await groupIdOf(app, 'yoruba')
    const { id } = await buildPost(app, author, { group_id: groupId, location: 'Ọ̀yọ́ & Ìbàdàn' })
    expect((await open(`/post/${id}`)).html).toContain(' · Yoruba · Ọ̀yọ́ &amp; Ìbàdàn · <time')
  })

  test('never turns user input into a tag, an attribute or a nonce', async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror='a()'> </title></div> __CSP_NONCE__ $& $\` $1 &amp;`
    const member = await buildMember(app, { firstname: '<b onclick="x">', lastname: "O'Neil</title>" })
    const { id } = await buildPost(app, member, { caption: evil, location: '<i>' })
    await insertRows(app.deps.db, 'post_media', {
      post_id: id,
      position: 0,
      url: '/media/a.webp"onload="x',
      type: 'image',
      alt: '"onerror="y',
    })
    const { html, headers } = await open(`/post/${id}`)
    // One of the app, and the data for search engines.
    expect(html.match(/<script/g)).toHaveLength(2)
    const [block = '', data = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? []
    expect(JSON.parse(data)).toMatchObject({
      headline: evil,
      author: { name: `<b onclick="x"> O'Neil</title>` },
    })
    expect(html.replace(block, '')).not.toMatch(/<b |<i>|onclick="|onload="|onerror="|onerror='/)
    expect(tagsIn(html)['og:description']).toBe(evil)
    expect(titleIn(html)).toHaveLength(1)
    const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? ''
    expect(html.split(nonce)).toHaveLength(3)
    expect(html).toContain(`<style nonce="${nonce}">`)
    expect(html).toContain('__CSP_NONCE__ $&amp; $` $1 &amp;amp;')
  })

  test('cuts a long text between words, and never within a letter', async () => {
    const long = await buildPost(app, author, { caption: `${'Ọ̀rọ̀ púpọ̀\n'.repeat(60)}end` })
    const description = tagsIn((await open(`/post/${long.id}`)).html)['og:description'] ?? ''
    expect(description).toMatch(/^(Ọ̀rọ̀ púpọ̀ )+(Ọ̀rọ̀|Ọ̀rọ̀ púpọ̀)…$/u)
    expect([...new Intl.Segmenter('en').segment(description)].length).toBeLessThanOrEqual(201)
    const family = '👨‍👩‍👧‍👦'
    const unbroken = await buildPost(app, author, { caption: family.repeat(300) })
    expect(tagsIn((await open(`/post/${unbroken.id}`)).html)['og:description']).toBe(`${family.repeat(200)}…`)
  })

  test('returns the same page for a query, a final slash and HEAD', async () => {
    const { id } = await buildPost(app, author)
    for (const path of [`/post/${id}?ref=whatsapp`, `/post/${id}/`]) {
      expect(titleIn((await open(path)).html)).toEqual(['Adaeze Nwosu on Rootsquare'])
    }
    const head = await open(`/post/${id}`, app, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, html: '' })
  })

  test('returns the same page with a token and across a block', async () => {
    const blocked = await buildMember(app)
    await buildBlock(app, author, blocked)
    const { id, caption } = await buildPost(app, author)
    const headers = { authorization: `Bearer ${blocked.token}` }
    const { status, html } = await open(`/post/${id}`, app, { headers })
    expect(status).toBe(200)
    expect(html).toContain(caption)
  })

  test('returns the plain page with 404 for hidden and unknown posts', async () => {
    const banned = await buildMember(app, { firstname: 'Banned', lastname: 'Nwokorie' })
    const hidden = await buildPost(app, banned, { caption: 'Secret words' })
    const ban = { banned_at: app.clock.now() }
    await updateMember(app, banned, ban)
    const deletedPost = await buildPost(app, author, { caption: 'Secret words' })
    await app.call('DELETE', `/post/delete/${deletedPost.id}`, { token: author.token })
    const home = (await open('/')).html.replaceAll(/nonce="[^"]*"/g, '')
    for (const id of [
      hidden.id,
      deletedPost.id,
      987654321,
      0,
      -1,
      'x',
      '1.5',
      '1e3',
      '99999999999999999999',
      '%00',
    ]) {
      const { status, html, headers } = await open(`/post/${id}`)
      expect([id, status]).toEqual([id, 404])
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(html.replaceAll(/nonce="[^"]*"/g, '')).toBe(home)
    }
    expect((await open('/POST/999999')).status).toBe(404)
  })

  test('does not change other pages', async () => {
    const { id } = await buildPost(app, author)
    const pages = { '/': 200, '/user': 200, [`/post/${id}/more`]: 404, [`/posts/${id}`]: 404, '/post/': 404 }
    for (const [path, expected] of Object.entries(pages)) {
      const { status, html } = await open(path)
      expect([path, status, titleIn(html)]).toEqual([path, expected, ['Rootsquare']])
    }
  })
})

test('returns a page without the database and over the rate limit', async () => {
  const lines: string[] = []
  const own = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '0.002' }, log: (line) => lines.push(line) })
  const { id } = await buildPost(own, await buildMember(own))
  expect((await open(`/post/${id}`, own)).status).toBe(200)
  expect((await open(`/post/${id}`, own)).status).toBe(200)
  const often = await open(`/post/${id}`, own)
  expect(often.status).toBe(429)
  expect(Number(often.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(titleIn(often.html)).toEqual(['Rootsquare'])
  own.clock.move(61_000)
  await own.deps.db.schema.alterTable('posts').renameTo('lost').execute()
  const broken = await open(`/post/${id}`, own)
  expect(broken.status).toBe(500)
  expect(titleIn(broken.html)).toEqual(['Rootsquare'])
  expect(lines.join('')).toContain('no preview')
})
