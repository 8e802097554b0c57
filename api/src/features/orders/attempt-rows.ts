import type { Selectable } from 'kysely'
import type { Tables } from '#api/db/schema.ts'

export const attemptColumns = [
  'reference',
  'order_id',
  'amount_kobo',
  'state',
  'paid_kobo',
  'held_reason',
  'settled_at',
  'provider_status',
  'poll_count',
  'next_poll_at',
  'authorization_url',
  'created_at',
] as const
export type Attempt = Pick<Selectable<Tables['payment_attempts']>, (typeof attemptColumns)[number]>

/** The columns of an attempt that are read before the call to the provider. */
export const knownColumns = ['reference', 'order_id', 'state', 'paid_kobo', 'authorization_url'] as const
export type KnownAttempt = Pick<Attempt, (typeof knownColumns)[number]>

/** Whether the paid amount is not known yet. This includes payments that are held because of an unreadable answer. */
export const isUnsettled = (attempt: AttemptState) => attempt.state === 'OPEN' || isUnread(attempt)
export const isUnread = ({ state, paid_kobo }: AttemptState) => state === 'HELD' && paid_kobo === null
type AttemptState = Pick<Attempt, 'state' | 'paid_kobo'>

/** The status of an attempt that the provider does not know. */
export const absentStatus = 'absent'
