import type { Locator, Page } from '@playwright/test'
import type { Server } from './fixtures.ts'
import { join } from './in-groups.ts'
import { send } from './members.ts'
import { as } from './on-posts.ts'

type Member = Awaited<ReturnType<typeof as>>
type SectionContent = { detail: string; description: string }
export type Group = { id: number; name: string; admin: Member }

let count = 0

/** A group of the test's own, in which nothing is written. */
export async function openGroup(server: Server): Promise<Group> {
  const admin = await as(server, 'ene.ochigbo')
  count += 1
  const name = `People of the test ${count}`
  const data = { name, description: 'For a test.' }
  const { id } = await send<{ id: number }>(admin, 'post', '/groups/create', data)
  return { id, name, admin }
}

export async function memberOf(server: Server, group: Group, username: string): Promise<Member> {
  const member = await as(server, username)
  await join(member.api, group.id)
  return member
}

export async function moderatorOf(server: Server, group: Group, username: string): Promise<Member> {
  const member = await memberOf(server, group, username)
  const data = { groupId: group.id, userId: idOf(member) }
  await send(group.admin, 'post', '/user/admin/moderator/create', data)
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
  await send(writer, 'post', `/groups/${group.id}/page/create`, { name, ...content })
}

type NewProposal = SectionContent & { note?: string }

export async function propose(by: Member, group: Group, name: string, content: NewProposal): Promise<void> {
  await send(by, 'post', `/groups/${group.id}/page/propose`, { name, ...content })
}

/** The section as the server has it. */
export async function written(group: Group, name: string): Promise<SectionContent> {
  type Written = SectionContent & { name: string }
  const sections = await send<Written[]>(group.admin, 'get', `/groups/page/${group.id}`)
  const section = sections.find((one) => one.name === name)
  return { detail: section?.detail ?? '', description: section?.description ?? '' }
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
    theirs: form.getByRole('region', { name: 'Current text' }),
    button: (label: string) => form.getByRole('button', { name: label, exact: true }),
  }
}

export function proposalOn(page: Page, name: string): Locator {
  return page.getByRole('article', { name, exact: true })
}
