import { sql } from 'kysely'
import { listNotifications, countNotifications, type Notification } from '@rootsquare/contract/notifications'
import type { TestApp } from '#api/test/test-app.ts'
import { dataOf, expectOk } from '#api/test/answer.ts'

type Signed = { token: string }
type One = { id: number }

/** So many unread ones, each with a sentence of its own. */
export async function buildNotifications({ deps, clock }: TestApp, { id }: One, count: number) {
  await sql`
    insert into notifications (member_id, kind, target_type, target_id, body, created_at, latest_at)
    select ${id}, 'ORDER', 'order', n, 'Your order has been shipped', ${clock.now()}, ${clock.now()}
    from generate_series(1, ${count}) n`.execute(deps.db)
}

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
