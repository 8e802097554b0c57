import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { as } from './on-posts.ts'
import { enter } from './visit.ts'

type Server = { url: string }
type Member = { token: string; api: APIRequestContext }
type SectionContent = { detail: string; description: string }
export type Group = { id: number; name: string; admin: Member }

let count = 0

/** A group of the test's own, in which nothing is written. */
export async function openGroup(server: Server): Promise<Group> {
  const admin = await as(server, 'ene.ochigbo')
  count += 1
  const name = `People of the test ${count}`
  const reply = await admin.api.post('/api/groups/create', { data: { name, description: 'For a test.' } })
  expect(reply.ok(), await reply.text()).toBe(true)
  const { data }: { data: { id: number } } = await reply.json()
  return { id: data.id, name, admin }
}

export async function memberOf(server: Server, group: Group, username: string): Promise<Member> {
  const member = await as(server, username)
  expect((await member.api.post(`/api/groups/join/${group.id}`)).ok()).toBe(true)
  return member
}

export async function moderatorOf(server: Server, group: Group, username: string): Promise<Member> {
  const member = await memberOf(server, group, username)
  const data = { groupId: group.id, userId: idOf(member) }
  expect((await group.admin.api.post('/api/user/admin/moderator/create', { data })).ok()).toBe(true)
  return member
}

function idOf({ token }: Member): number {
  const claims: { user_id: number } = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  )
  return claims.user_id
}

export async function write(
  writer: Member,
  group: Group,
  name: string,
  content: SectionContent,
): Promise<void> {
  const reply = await writer.api.post(`/api/groups/${group.id}/page/create`, { data: { name, ...content } })
  expect(reply.ok(), await reply.text()).toBe(true)
}

type NewProposal = SectionContent & { note?: string }

export async function propose(by: Member, group: Group, name: string, content: NewProposal): Promise<void> {
  const data = { name, ...content }
  const reply = await by.api.post(`/api/groups/${group.id}/page/propose`, { data })
  expect(reply.ok(), await reply.text()).toBe(true)
}

/** The section as the server has it. */
export async function written(group: Group, name: string): Promise<SectionContent> {
  const reply = await group.admin.api.get(`/api/groups/page/${group.id}`)
  const { data }: { data: (SectionContent & { name: string })[] } = await reply.json()
  const section = data.find((one) => one.name === name)
  return { detail: section?.detail ?? '', description: section?.description ?? '' }
}

export async function visit(page: Page, member: Member, path: string): Promise<void> {
  await enter(page, member.token, path)
}

export function onSection(page: Page, name: string) {
  const section: Locator = page.getByRole('article', { name, exact: true })
  const button = (label: string) => section.getByRole('button', { name: label, exact: true })
  return { section, edit: button('Edit'), history: button('History') }
}

export function onSectionForm(page: Page, title: string) {
  const form: Locator = page.getByRole('dialog', { name: title, exact: true })
  return {
    form,
    lead: form.getByLabel('Lead'),
    text: form.getByLabel('Text'),
    theirs: form.getByRole('region', { name: 'What stands now' }),
    button: (label: string) => form.getByRole('button', { name: label, exact: true }),
  }
}

export function proposalOn(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true })
}
