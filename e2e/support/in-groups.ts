import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export async function groupNamed(api: APIRequestContext, name: string): Promise<{ id: number }> {
  const reply = await api.get('/api/groups', { params: { name } })
  const { data }: { data: { content: { id: number; name: string }[] } } = await reply.json()
  const found = data.content.find((group) => group.name === name)
  expect(found, name).toBeDefined()
  return { id: found?.id ?? 0 }
}

export async function join(api: APIRequestContext, groupId: number): Promise<void> {
  expect((await api.post(`/api/groups/join/${groupId}`)).ok()).toBe(true)
}

export async function leave(api: APIRequestContext, groupId: number): Promise<void> {
  expect((await api.delete(`/api/groups/exit/${groupId}`)).ok()).toBe(true)
}

export async function postIn(api: APIRequestContext, groupId: number, caption: string): Promise<number> {
  const reply = await api.post(`/api/post/group/${groupId}/create`, { data: { caption } })
  expect(reply.ok(), await reply.text()).toBe(true)
  const { data }: { data: { id: number } } = await reply.json()
  return data.id
}

/** Presses the keys, after which the control has the focus. */
export async function pressTo(control: Locator, ...keys: string[]): Promise<void> {
  for (const key of keys) await control.page().keyboard.press(key)
  await expect(control).toBeFocused()
}

/** Presses Tab until the control has the focus. */
export async function tabTo(control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60 && !(await isFocused()); presses += 1)
    await control.page().keyboard.press('Tab')
  await expect(control).toBeFocused()
}

export function onGroup(page: Page) {
  const tabs = page.getByRole('navigation', { name: 'Group' }).getByRole('link')
  const header = page.getByRole('main').getByRole('region').first()
  return {
    header,
    title: page.getByRole('heading', { level: 1 }),
    back: page.getByRole('link', { name: 'Back to the groups' }),
    join: header.getByRole('button', { name: /^Join / }),
    leave: header.getByRole('button', { name: /^Leave / }),
    count: header.getByRole('link', { name: /^[\d,]+ members?$/ }),
    composer: page.getByRole('region', { name: 'New post' }),
    invitation: page.getByRole('region', { name: 'Take part' }),
    tabs,
    tab: (name: string) => tabs.filter({ hasText: name }),
  }
}
