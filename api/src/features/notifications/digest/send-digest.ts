import { z } from 'zod'
import { notificationPath, notificationQuote } from '@rootsquare/contract/notification-display'
import { notificationKinds } from '@rootsquare/contract/notifications'
import type { Notification, NotificationKind } from '@rootsquare/contract/notifications'
import { brand } from '@rootsquare/contract/product'
import type { Deps } from '#api/deps.ts'
import { renderMail, type MailSection } from '#api/domain/mail-layout.ts'
import { job } from '#api/jobs/job.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import type { Mail } from '#api/ports/mail/mail.ts'
import { listNotifications } from '../list-notifications.ts'
import {
  conversationSection,
  findUnreadConversations,
  type UnreadConversation,
} from './unread-conversations.ts'
import { unsubscribeToken } from './unsubscribe.ts'

/** Further notifications are only counted. */
const maxEntries = 30

const headings = ['Posts and comments', 'People and groups', 'Buying and selling'] as const

const headingOf: Record<NotificationKind, (typeof headings)[number]> = {
  LIKE: 'Posts and comments',
  COMMENT: 'Posts and comments',
  REPLY: 'Posts and comments',
  COMMENT_LIKE: 'Posts and comments',
  MENTION: 'Posts and comments',
  FOLLOW: 'People and groups',
  PROPOSAL: 'People and groups',
  MODERATION: 'People and groups',
  ORDER: 'Buying and selling',
  REVIEW: 'Buying and selling',
  DISPUTE: 'Buying and selling',
  PAYOUT: 'Buying and selling',
}

/** Sends the mail with what is unread when the job runs. */
export const sendDigest = job({
  name: 'send-digest',
  payload: z.object({ memberId: z.int(), dueAt: z.iso.datetime() }),
  async run(deps, { memberId, dueAt }) {
    const due = new Date(dueAt)
    const member = await findReceiver(deps, memberId)
    const unread = member ? await findUnread(deps, memberId, due) : null
    if (!member || !unread || isNothing(unread)) return
    // The digest is marked before it is sent: if the process dies here one digest is lost, but none is ever sent twice.
    if (!(await markDigestSent(deps, memberId, due))) return
    await deps.mailer.send(renderDigest(deps, member, unread)).catch(async (error: unknown) => {
      await unmarkDigestSent(deps, memberId, due)
      throw error
    })
  },
})

type Receiver = { id: number; email: string; firstname: string }

/** Finds the receiver. Members who are unverified, locked out or about to leave get no mail. */
async function findReceiver({ db, clock }: Deps, memberId: number): Promise<Receiver | undefined> {
  const now = clock.now()
  return db
    .selectFrom('members')
    .select(['id', 'email', 'firstname'])
    .where('id', '=', memberId)
    .where('verified_at', 'is not', null)
    .where('banned_at', 'is', null)
    .where('closure_requested_at', 'is', null)
    .where((on) => on.or([on('suspended_until', 'is', null), on('suspended_until', '<=', now)]))
    .executeTakeFirst()
}

/** `isAll` is true if there are no further notifications. */
type Unread = { notifications: Notification[]; isAll: boolean; conversations: UnreadConversation[] }

const isNothing = ({ notifications, conversations }: Unread) =>
  notifications.length === 0 && conversations.length === 0

async function findUnread({ db }: Deps, memberId: number, dueAt: Date): Promise<Unread> {
  const off = await db
    .selectFrom('notification_settings')
    .select('kind')
    .where('member_id', '=', memberId)
    .where('mail', '=', false)
    .execute()
  const kinds = notificationKinds.filter((kind) => !off.some((setting) => setting.kind === kind))
  const since = inDays(dueAt, -7)
  const query = { unread: true, kinds, size: 100 }
  const { content, nextCursor } = await listNotifications(db, { id: memberId }, query)
  const notifications = content.filter(({ createdDate }) => createdDate >= since.toISOString())
  const conversations = await findUnreadConversations(db, memberId, since)
  return {
    notifications,
    isAll: nextCursor === null || notifications.length < content.length,
    conversations,
  }
}

/** Marks the digest as sent. It succeeds in only one run of the job. */
async function markDigestSent({ db, clock }: Deps, memberId: number, dueAt: Date): Promise<boolean> {
  const taken = await db
    .updateTable('digests')
    .set({ sent_at: clock.now() })
    .where('member_id', '=', memberId)
    .where('due_at', '=', dueAt)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

async function unmarkDigestSent({ db }: Deps, memberId: number, dueAt: Date): Promise<void> {
  await db
    .updateTable('digests')
    .set({ sent_at: null })
    .where('member_id', '=', memberId)
    .where('due_at', '=', dueAt)
    .execute()
}

function renderDigest(deps: Deps, member: Receiver, { notifications, isAll, conversations }: Unread): Mail {
  const { publicUrl } = deps.settings
  const token = encodeURIComponent(unsubscribeToken(deps, member.id))
  const more = notifications.length - maxEntries
  return renderMail({
    to: member.email,
    subject: `What you missed on ${brand} this week`,
    greeting: `Hello ${member.firstname},`,
    lines: [
      'This happened while you were away.',
      ...(more > 0
        ? [
            `Here are the newest ${maxEntries}. ${isAll ? more : `More than ${more}`} more are waiting for you.`,
          ]
        : []),
    ],
    sections: [
      conversationSection(conversations, publicUrl),
      ...sectionsOf(notifications.slice(0, maxEntries), publicUrl),
    ].filter(({ entries }) => entries.length > 0),
    button:
      notifications.length > 0
        ? { label: 'See them all', link: `${publicUrl}/notifications` }
        : { label: 'Read your messages', link: `${publicUrl}/inbox` },
    footer: { label: 'No more weekly mails', link: `${publicUrl}/unsubscribe?token=${token}` },
    headers: {
      'List-Id': `${brand} weekly <weekly.${new URL(publicUrl).hostname}>`,
      'List-Unsubscribe': `<${publicUrl}/api/notifications/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
}

function sectionsOf(notifications: Notification[], publicUrl: string): MailSection[] {
  return headings.map((heading) => ({
    heading,
    entries: notifications
      .filter(({ kind }) => headingOf[kind] === heading)
      .map((notification) => ({
        label: labelOf(notification),
        link: publicUrl + notificationPath(notification),
      })),
  }))
}

function labelOf(notification: Notification): string {
  const quote = notificationQuote(notification)
  return quote === null ? notification.text : `${notification.text} (${quote})`
}
