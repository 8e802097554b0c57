import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { send } from './members.ts'

export async function groupNamed(api: APIRequestContext, name: string): Promise<{ id: number }> {
  type Found = { content: { id: number; name: string }[] }
  const { content } = await send<Found>({ api }, 'get', `/groups?name=${name}`)
  const found = content.find((group) => group.name === name)
  expect(found, name).toBeDefined()
  return { id: found?.id ?? 0 }
}

export async function join(api: APIRequestContext, groupId: number): Promise<void> {
  await send({ api }, 'post', `/groups/join/${groupId}`)
}

export async function leave(api: APIRequestContext, groupId: number): Promise<void> {
  await send({ api }, 'delete', `/groups/exit/${groupId}`)
}

export async function postIn(api: APIRequestContext, groupId: number, caption: string): Promise<number> {
  return (await send<{ id: number }>({ api }, 'post', `/post/group/${groupId}/create`, { caption })).id
}

export function onGroup(page: Page) {
  const tabs = page.getByRole('navigation', { name: 'Group' }).getByRole('link')
  const header = page.getByRole('main').getByRole('region').first()
  return {
    title: page.getByRole('heading', { level: 1 }),
    back: page.getByRole('link', { name: 'Back to the groups' }),
    share: header.getByRole('button', { name: /^Share / }),
    join: header.getByRole('button', { name: /^Join / }),
    leave: header.getByRole('button', { name: /^Leave / }),
    count: header.getByRole('link', { name: /^[\d,]+ members?$/ }),
    composer: page.getByRole('region', { name: 'New post' }),
    invitation: page.getByRole('region', { name: 'Take part' }),
    tab: (name: string) => tabs.filter({ hasText: name }),
  }
}
