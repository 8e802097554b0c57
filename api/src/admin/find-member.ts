import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { memberStatusOf, statusColumns } from '#api/domain/user-status.ts'
import { CannotRun } from './command.ts'

export type FoundMember = Awaited<ReturnType<typeof findMember>>

/** Finds a member by username or e-mail address, as the log-in does. */
export async function findMember(db: Db, user: string) {
  const name = user.trim().toLowerCase()
  const member = await db
    .selectFrom('members')
    .select(['id', 'username', 'email', 'firstname', 'role', ...statusColumns])
    .where(sql<boolean>`lower(username) = ${name} or lower(email) = ${name}`)
    .executeTakeFirst()
  if (!member) throw new CannotRun(`There is no member ${user}. Erased members cannot be changed either.`)
  return member
}

const lockedTexts = {
  BANNED: 'is banned, and cannot sign in before the ban is lifted',
  SUSPENDED: 'is suspended, and cannot sign in before that is over',
  UNVERIFIED: 'has not verified an e-mail address yet, and cannot sign in before (set-email verifies one)',
  CLOSING: 'has asked to close this account',
}

/** Says why a member cannot simply sign in afterwards, if so. */
export function statusSentences(member: FoundMember, now: Date): string[] {
  const status = memberStatusOf(member, now)
  return status === 'ACTIVE' ? [] : [`${member.username} ${lockedTexts[status]}.`]
}
