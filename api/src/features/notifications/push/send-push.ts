import { z } from 'zod'
import { notificationPath } from '@rootsquare/contract/notification-display'
import type { Notification, NotificationKind } from '@rootsquare/contract/notifications'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { job } from '#api/jobs/job.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { listNotifications } from '../list-notifications.ts'
import { countNotifications } from '../unread-notifications.ts'
import { deliverPush, validHours } from './deliver-push.ts'
import { pushText } from './push-text.ts'

const maxRows = 100
const urgent: NotificationKind[] = ['ORDER', 'DISPUTE', 'PAYOUT']

/**
 * Sends a push to one browser. It is queued by the triggers `notifications_pushed` and `notifications_pushed_again`. It
 * sends the current content of the row, so a second run sends the same, and the browser shows one notification for each
 * row.
 */
export const sendPush = job({
  name: 'send-push',
  payload: z.object({ notificationId: z.int(), subscriptionId: z.int() }),
  async run(deps, { notificationId, subscriptionId }) {
    const found = await findUnsentNotification(deps, notificationId, subscriptionId)
    const notification = found && (await findShownNotification(deps.db, found, notificationId))
    if (!notification) return
    const { count: unread } = await countNotifications(deps.db, found.member_id)
    await deliverPush(
      deps,
      { ...found, subscriptionId },
      {
        content: {
          ...pushText(notification),
          tag: String(notificationId),
          url: notificationPath(notification),
          unread,
        },
        topic: `notification-${notificationId}`,
        urgency: urgent.includes(notification.kind) ? 'high' : 'normal',
      },
    )
  },
})

/**
 * Finds the unread notification. The subscription may belong to another member by now. Members who are locked out get
 * nothing.
 */
async function findUnsentNotification({ db, clock }: Deps, notificationId: number, subscriptionId: number) {
  const now = clock.now()
  return (
    db
      .selectFrom('notifications')
      .innerJoin('push_subscriptions', 'push_subscriptions.member_id', 'notifications.member_id')
      .innerJoin('members', 'members.id', 'notifications.member_id')
      .leftJoin('notification_settings as settings', (join) =>
        join
          .onRef('settings.member_id', '=', 'notifications.member_id')
          .onRef('settings.kind', '=', 'notifications.kind'),
      )
      .select(['notifications.member_id', 'notifications.kind', 'endpoint', 'p256dh', 'auth'])
      .where('notifications.id', '=', notificationId)
      .where('push_subscriptions.id', '=', subscriptionId)
      .where('notifications.read_at', 'is', null)
      .where('notifications.latest_at', '>', inHours(now, -validHours))
      .where('members.banned_at', 'is', null)
      .where((on) => on.or([on('suspended_until', 'is', null), on('suspended_until', '<=', now)]))
      .where((on) => on.or([on('settings.push', 'is', null), on('settings.push', '=', true)]))
      // Messages share the settings, but have no rows here.
      .$narrowType<{ kind: NotificationKind }>()
      .executeTakeFirst()
  )
}

type UnsentNotification = { member_id: number; kind: NotificationKind }

/** Finds the notification if the member's list still shows it: not hidden, undone, or from a blocked member. */
async function findShownNotification(
  db: Db,
  { member_id: id, kind }: UnsentNotification,
  notificationId: number,
): Promise<Notification | undefined> {
  const { content } = await listNotifications(db, { id }, { unread: true, kinds: [kind], size: maxRows })
  return content.find((notification) => notification.id === notificationId)
}
