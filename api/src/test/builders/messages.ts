import * as api from '@rootsquare/contract/messages'
import { dataOf } from '#api/test/answer.ts'
import type { TestApp } from '#api/test/test-app.ts'

type Signed = { token: string }
type One = { id: number }

/** The endpoint also creates reports, so this parses the reply for a message. */
export const sentMessage = { reply: api.Message }

export const send = (app: TestApp, { token }: Signed, to: One, more: Record<string, unknown> = {}) =>
  app.call('POST', '/messaging/create', {
    token,
    body: { eventType: 'MESSAGE', message: 'Ẹ kú àárọ̀', userId: to.id, ...more },
  })

/** Sends a message and expects success. */
export const write = async (app: TestApp, from: Signed, to: One, message = 'Ẹ kú àárọ̀') =>
  dataOf(sentMessage, await send(app, from, to, { message }))

type Query = Record<string, string | number | boolean>

export const received = async (app: TestApp, { token }: Signed, query: Query = {}) =>
  dataOf(api.listReceived, await app.call('GET', '/messaging/received', { token, query }))

export const sent = async (app: TestApp, { token }: Signed, query: Query = {}) =>
  dataOf(api.listSent, await app.call('GET', '/messaging/sent', { token, query }))

export const inbox = async (app: TestApp, { token }: Signed, query: Query = {}) =>
  dataOf(api.listConversations, await app.call('GET', '/messaging/inbox', { token, query }))

export const askConversation = (app: TestApp, { token }: Signed, other: One, query: Query = {}) =>
  app.call('GET', `/messaging/with/${other.id}`, { token, query })

export const conversation = async (app: TestApp, by: Signed, other: One, query: Query = {}) =>
  dataOf(api.getConversation, await askConversation(app, by, other, query))

export const readOne = (app: TestApp, { token }: Signed, chatId: number) =>
  app.call('PATCH', `/messaging/read/${chatId}`, { token })

export const readAll = (app: TestApp, { token }: Signed, other: One, body?: object) =>
  app.call('PATCH', `/messaging/read/with/${other.id}`, { token, body })

export const unread = async (app: TestApp, { token }: Signed) =>
  dataOf(api.countUnread, await app.call('GET', '/messaging/unread', { token })).senders
