import type { Locator, Page } from '@playwright/test'
import { expect, type Server } from './fixtures.ts'
import { follow, send, signUpMember, writePost, type Member, type WithApi } from './members.ts'
import { quarters } from './pictures.ts'
import { untilStable, enter } from './visit.ts'

type Uploaded = { secure_url: string; thumbnail_url: string | null }

/** No member of the demo data writes in this group. */
const group = 'Irigwe'

export type FeedFixture = { reader: Member; writer: Member; captions: string[] }

/** A reader, and one they follow; both write in turn, so that the reader's feed is theirs and nobody else's. */
export async function createFeedFixture(server: Server, posts: number): Promise<FeedFixture> {
  const reader = await signUpMember(server, { firstName: 'Rẹ̀mí', lastName: 'Reader', group })
  const writer = await signUpMember(server, { firstName: 'Wálé', lastName: 'Writer', group })
  await follow(reader, writer)
  const captions: string[] = []
  for (let at = 1; at <= posts; at += 1) {
    captions.unshift(await write(at % 2 === 0 ? reader : writer, `Number ${at}.`, at))
  }
  return { reader, writer, captions }
}

/** Of different heights, as posts are. */
async function write(member: Member, first: string, lines: number): Promise<string> {
  await writePost(
    member,
    [first, ...Array.from({ length: lines % 7 }, () => 'And one line more.')].join('\n'),
  )
  return first
}

export async function uploadPicture({ api }: WithApi, width: number, height: number): Promise<Uploaded> {
  const file = { name: 'a.png', mimeType: 'image/png', buffer: quarters(width, height) }
  const multipart = { upload_preset: 'rootsquare', file }
  const reply = await api.post('/api/media/upload', { multipart })
  expect(reply.ok(), await reply.text()).toBe(true)
  return reply.json()
}

type Medium = { postImage: string; thumbnail?: string | null; alt?: string }

export async function writeWith(member: WithApi, caption: string, postImageDTO: Medium[]): Promise<number> {
  const data = { caption, location: 'Ìkòròdú, Lagos', postImageDTO }
  return (await send<{ id: number }>(member, 'post', '/post/user/create', data)).id
}

export async function openFeed(page: Page, { reader }: FeedFixture): Promise<void> {
  await enter(page, reader.token, '/user')
  await posts(page).first().waitFor()
}

export function posts(page: Page): Locator {
  return page.getByRole('feed').getByRole('article')
}

export function postSaying(page: Page, hasText: string): Locator {
  return posts(page).filter({ has: page.locator('p', { hasText }) })
}

/** The first line of each, from the top. Not by innerText, which is empty for what is out of sight. */
export function captionsIn(page: Page): Promise<string[]> {
  return page.getByRole('feed').evaluate((feed) =>
    [...feed.querySelectorAll(':scope > article')].map((article) => {
      const caption = document.getElementById(article.getAttribute('aria-describedby') ?? '')
      return caption?.textContent.split('\n')[0] ?? ''
    }),
  )
}

/** Turns the wheel over the feed until `isThere`, as a reader would. */
export async function readOn(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.mouse.move(width / 2, height / 2)
  await expect(async () => {
    await page.mouse.wheel(0, 1500)
    expect(await isThere()).toBe(true)
  }).toPass({ intervals: [50] })
}

/** The post at the top edge of what is in sight, and how far from it, once the last turn of the wheel is over. */
export function positionOf(page: Page): Promise<{ caption: string; top: number }> {
  const read = () =>
    page.getByRole('feed').evaluate((feed) => {
      const edge = 90
      const rows = [...feed.querySelectorAll(':scope > article')]
      const row = rows.find((article) => article.getBoundingClientRect().bottom > edge + 1)
      const text = document.getElementById(row?.getAttribute('aria-describedby') ?? '')?.textContent
      return { caption: text?.split('\n')[0] ?? '', top: row?.getBoundingClientRect().top ?? NaN }
    })
  return untilStable(page, read)
}

export async function topOf(post: Locator): Promise<number> {
  return post.evaluate((element) => element.getBoundingClientRect().top)
}
