import { request, type APIRequestContext } from '@playwright/test'
import { expect } from './fixtures.ts'
import { linkInMail, newAccount } from './entry.ts'

type Server = { url: string; mails: () => Promise<{ to: string; subject: string; text: string }[]> }
type Names = { firstName?: string; lastName?: string; username?: string; group?: string }

/** A new verified member, with an API client that is signed in as them. */
export async function signUpMember(server: Server, names: Names = {}) {
  const { firstName = 'New', lastName = 'Comer', group = 'Igala' } = names
  const { username: fallback, email, password } = newAccount()
  const username = names.username ?? fallback
  const visitor = await request.newContext({ baseURL: server.url })
  const groupId = await groupIdOf(visitor, `${server.url} ${group}`, group)
  const account = { emailAddress: email, cipherCode: password, groupId }
  const validationUrl = `${server.url}/mail-validate`
  const signedUp = await visitor.post('/api/create/user', {
    data: { firstName, lastName, username, ...account, validationUrl },
  })
  expect(signedUp.status()).toBe(200)
  const link = await linkInMail(server, email)
  const verificationCode = new URL(link).searchParams.get('vCode')
  expect((await visitor.post('/api/signup/email/verify', { data: { verificationCode } })).ok()).toBe(true)
  const reply = await visitor.post('/api/login', { data: { username, userSecret: password } })
  const { data }: { data: { access_token: string; user_id: number } } = await reply.json()
  await visitor.dispose()
  const api = await apiOf(server.url, data.access_token)
  const name = `${firstName} ${lastName}`
  return { id: data.user_id, username, email, password, name, token: data.access_token, api }
}

const groupIds = new Map<string, number | undefined>()

/** The same for all who sign up on a server. */
async function groupIdOf(visitor: APIRequestContext, key: string, name: string): Promise<number | undefined> {
  if (!groupIds.has(key)) {
    const reply = await visitor.get('/api/groups', { params: { name } })
    const found: { data: { content: { id: number }[] } } = await reply.json()
    groupIds.set(key, found.data.content[0]?.id)
  }
  return groupIds.get(key)
}

export type Member = Awaited<ReturnType<typeof signUpMember>>

export function apiOf(url: string, token: string): Promise<APIRequestContext> {
  return request.newContext({ baseURL: url, extraHTTPHeaders: { authorization: `Bearer ${token}` } })
}

export async function writePost(member: Member, caption: string): Promise<number> {
  const reply = await member.api.post('/api/post/user/create', { data: { caption } })
  expect(reply.ok(), await reply.text()).toBe(true)
  const { data }: { data: { id: number } } = await reply.json()
  return data.id
}

export async function follow(member: Member, followed: { id: number }): Promise<void> {
  expect((await member.api.post(`/api/user/follow/${followed.id}`)).ok()).toBe(true)
}

export async function writeMessage(member: Member, to: { id: number }, message: string): Promise<number> {
  const data = { eventType: 'MESSAGE', message, userId: to.id }
  const reply = await member.api.post('/api/messaging/create', { data })
  expect(reply.ok(), await reply.text()).toBe(true)
  const { data: sent }: { data: { chatId: number } } = await reply.json()
  return sent.chatId
}
