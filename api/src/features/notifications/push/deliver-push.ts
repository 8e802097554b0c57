import type { Deps } from '#api/deps.ts'
import type { PushMessage, PushTarget } from '#api/ports/push/push.ts'

/** The push service stores a push this long for a browser that is offline. Older news is in the app anyway. */
export const validHours = 24

type PushContent = { title: string; body: string; tag: string; url: string; unread: number }
type Subscription = PushTarget & { subscriptionId: number }
type NewPush = { content: PushContent } & Pick<PushMessage, 'topic' | 'urgency'>

/** Sends the push to one browser. A push with the tag of an earlier one replaces it. */
export async function deliverPush(
  { db, push, log }: Deps,
  { subscriptionId, ...target }: Subscription,
  { content, topic, urgency }: NewPush,
): Promise<void> {
  const result = await push?.send(target, {
    content: JSON.stringify(content),
    topic,
    ttlSeconds: validHours * 3600,
    urgency,
  })
  if (result === 'rejected') log.warn({ subscriptionId }, 'the push service rejected a message')
  if (result === 'gone') await db.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).execute()
}
