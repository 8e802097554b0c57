import { request, type APIRequestContext } from '@playwright/test'
import { expect, type Server } from './fixtures.ts'
import { linkInMail, newAccount } from './entry.ts'

type Names = { firstName?: string; lastName?: string; username?: string; group?: string }

let visitors = 0

/**
 * A new verified member, with an API client that is signed in as them. All sign up from other networks: the limit of
 * one is less than all tests need.
 */
export async function signUpMember(server: Server, names: Names = {}) {
  const { firstName = 'New', lastName = 'Comer', group = 'Igala' } = names
  const { username: fallback, email, password } = newAccount()
  const username = names.username ?? fallback
  visitors += 1
  const extraHTTPHeaders = { 'x-forwarded-for': `10.0.0.${visitors}` }
  const visitor = await request.newContext({ baseURL: server.url, extraHTTPHeaders })
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

/** Ada Obi and Bello Musa. */
export function signUpPair(server: Server, bello: Names = {}): Promise<[Member, Member]> {
  return Promise.all([
    signUpMember(server, { firstName: 'Ada', lastName: 'Obi' }),
    signUpMember(server, { firstName: 'Bello', lastName: 'Musa', ...bello }),
  ])
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

export type WithApi = Pick<Member, 'api'>
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The `data` of the reply; the call must succeed. */
export async function send<T>({ api }: WithApi, method: Method, path: string, data?: object): Promise<T> {
  const reply = await api[method](`/api${path}`, data && { data })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  const body: { data: T } = await reply.json()
  return body.data
}

export async function writePost(member: Member, caption: string): Promise<number> {
  return (await send<{ id: number }>(member, 'post', '/post/user/create', { caption })).id
}

export async function follow(member: Member, followed: { id: number }): Promise<void> {
  await send(member, 'post', `/user/follow/${followed.id}`)
}

export async function writeMessage(member: Member, to: { id: number }, message: string): Promise<number> {
  const data = { eventType: 'MESSAGE', message, userId: to.id }
  return (await send<{ chatId: number }>(member, 'post', '/messaging/create', data)).chatId
}
