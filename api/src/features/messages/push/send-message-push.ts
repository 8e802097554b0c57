import { conversationPath } from '@rootsquare/contract/notification-display'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { clipText } from '#api/domain/clip-text.ts'
import { deliverPush } from '#api/features/notifications/push/deliver-push.ts'
import { countNotifications } from '#api/features/notifications/unread-notifications.ts'
import { job } from '#api/jobs/job.ts'
import type { PushTarget } from '#api/ports/push/push.ts'
import { isPushable } from './pushable-messages.ts'

const maxTitleLength = 50
const maxBodyLength = 150

/** Sends the push of a message to one browser. All pushes of a sender have one tag, so that the newest is shown. */
export const sendMessagePush = job({
  name: 'send-message-push',
  payload: z.object({ messageId: z.int(), subscriptionId: z.int() }),
  async run(deps, { messageId, subscriptionId }) {
    const found = await findUnsent(deps, messageId, subscriptionId)
    if (!found) return
    const { count: unread } = await countNotifications(deps.db, found.receiver_id)
    const tag = `message-${found.sender_id}`
    await deliverPush(
      deps,
      { ...found, subscriptionId },
      {
        content: {
          title: clipText(`${found.firstname} ${found.lastname}`, maxTitleLength),
          body: clipText(previewOf(found), maxBodyLength),
          tag,
          url: conversationPath(found.sender_id),
          unread,
        },
        topic: tag,
        urgency: 'high',
      },
    )
  },
})

type UnsentMessage = PushTarget & {
  sender_id: number
  receiver_id: number
  firstname: string
  lastname: string
  body: string
  media: ('image' | 'audio')[]
}

/** Finds the message if it is still unread. The subscription may belong to another member by now. */
async function findUnsent({ db, clock }: Deps, messageId: number, subscriptionId: number) {
  const { rows } = await sql<UnsentMessage>`
    select sender_id, receiver_id, sender.firstname, sender.lastname, body,
      push_subscriptions.member_id, endpoint, p256dh, auth,
      array(select type from message_media where message_id = messages.id order by position) as media
    from messages
      join members sender on sender.id = sender_id
      join push_subscriptions on push_subscriptions.member_id = receiver_id
    where messages.id = ${messageId} and push_subscriptions.id = ${subscriptionId}
      and ${isPushable(clock.now())}`.execute(db)
  return rows[0]
}

/** Returns the beginning of the text on one line, or what a message without text contains. */
function previewOf({ body, media }: UnsentMessage): string {
  if (body !== '') return body.replaceAll(/\s+/g, ' ')
  if (media[0] === 'audio') return 'Voice note'
  return media.length === 1 ? 'Picture' : `${media.length} pictures`
}
