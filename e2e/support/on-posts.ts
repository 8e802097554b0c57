import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { Server } from './fixtures.ts'
import { apiOf, send } from './members.ts'
import { enter, logIn } from './visit.ts'

/** A member of the demo world with access to the API of their own. */
export async function as(server: Server, username: string) {
  const token = await logIn(server.url, username)
  return { token, api: await apiOf(server.url, token) }
}

async function create(api: APIRequestContext, path: string, data: object): Promise<number> {
  return (await send<{ id: number }>({ api }, 'post', `/post/${path}/create`, data)).id
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
