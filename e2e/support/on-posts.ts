import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { apiOf } from './members.ts'
import { enter, logIn } from './visit.ts'

type Server = { url: string }

/** A member of the demo world with access to the API of their own. */
export async function as(server: Server, username: string) {
  const token = await logIn(server.url, username)
  return { token, api: await apiOf(server.url, token) }
}

async function create(api: APIRequestContext, path: string, data: object): Promise<number> {
  const reply = await api.post(`/api/post/${path}/create`, { data })
  expect(reply.ok(), await reply.text()).toBe(true)
  const { data: created }: { data: { id: number } } = await reply.json()
  return created.id
}

export function writeComment(api: APIRequestContext, postId: number, comments: string): Promise<number> {
  return create(api, `comments/${postId}`, { comments })
}

/** A post of that member, and comments of theirs under it. */
export async function postOf(server: Server, username: string, caption: string, comments: string[] = []) {
  const member = await as(server, username)
  const id = await create(member.api, 'user', { caption })
  for (const text of comments) await writeComment(member.api, id, text)
  return { ...member, id }
}

export async function openPost(page: Page, token: string, postId: number): Promise<Locator> {
  await enter(page, token, `/post/${postId}`)
  const card = page.getByRole('article')
  await card.waitFor()
  return card
}

export function cardOf(page: Page, caption: string): Locator {
  return page.getByRole('article').filter({ hasText: caption })
}

export function onCard(card: Locator) {
  return {
    like: card.getByRole('button', { name: /^Like, / }),
    comment: card.getByRole('link', { name: /^Comment, / }),
    share: card.getByRole('button', { name: 'Share' }),
    menu: card.getByRole('button', { name: /^Options for the post by / }),
  }
}

export function onComments(page: Page) {
  const section = page.getByRole('region', { name: 'Comments' })
  return {
    section,
    rows: section.getByRole('listitem'),
    row: (text: string) => section.getByRole('listitem').filter({ hasText: text }),
    field: page.getByRole('textbox', { name: 'Write a comment' }),
  }
}

/** What the menu of a post or a comment offers. */
export function action(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name: /^Options for / }).getByRole('button', { name, exact: true })
}
