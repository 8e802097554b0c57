import { sql } from 'kysely'
import { validHours } from '#api/features/notifications/push/deliver-push.ts'
import { inHours } from '#api/ports/clock/clock.ts'

/**
 * Matches a row of `messages` that its receiver may be pushed: unread and not taken back, by a sender who is neither banned
 * nor behind a block, and to a receiver who is not locked out and has not switched it off.
 */
export const isPushable = (now: Date) => sql<boolean>`(
  messages.read_at is null and messages.created_at > ${inHours(now, -validHours)}::timestamptz
  and exists (select from members where members.id = sender_id and banned_at is null)
  and exists (select from members where members.id = receiver_id and banned_at is null
    and (suspended_until is null or suspended_until <= ${now}::timestamptz))
  and not exists (select from blocks
    where (blocker_id, blocked_id) in ((sender_id, receiver_id), (receiver_id, sender_id)))
  and not exists (select from notification_settings
    where notification_settings.member_id = receiver_id and kind = 'MESSAGE' and not push)
)`
