import { listNotifications, countNotifications } from '@rootsquare/contract/notifications'
import type { Notification } from '@rootsquare/contract/notifications'
import type { TestApp } from '#api/test/test-app.ts'
import { dataOf } from '#api/test/data-of.ts'
import { expectOk } from '#api/test/failure.ts'

type Signed = { token: string }
type One = { id: number }

export async function notificationsOf(
  app: TestApp,
  { token }: Signed,
  query: Record<string, string | number> = {},
): Promise<Notification[]> {
  return dataOf(listNotifications, await app.call('GET', '/notifications', { token, query })).content
}

export async function unreadOf(app: TestApp, { token }: Signed): Promise<number> {
  return dataOf(countNotifications, await app.call('GET', '/notifications/unread', { token })).count
}

/** Returns how many are left. */
export async function readNotifications(app: TestApp, { token }: Signed, ids?: number[]): Promise<number> {
  return dataOf(countNotifications, await app.call('PATCH', '/notifications/read', { token, body: { ids } }))
    .count
}

export async function like(app: TestApp, { token }: Signed, { id }: One, liked = true): Promise<void> {
  expectOk(await app.call('POST', `/post/like/${id}`, { token, body: { liked } }))
}
