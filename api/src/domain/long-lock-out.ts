import { sql } from 'kysely'

/** Buyers wait for a seller who is suspended for up to this many days. */
export const shortSuspensionDays = 7

/** Whether a member is banned, or suspended for longer. Needs the columns of `members`. */
export const isLockedOutLong = (now: Date) => sql<boolean>`(
  banned_at is not null or coalesce(
    suspended_until > ${now}::timestamptz
    and suspended_until - suspended_at > make_interval(days => ${shortSuspensionDays}), false))`
