import { sql, type Insertable } from 'kysely'
import type { NewMember } from '@rootsquare/contract/accounts'
import type { Db, Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { conflict } from '#api/http/api-error.ts'
import { countedName, limit } from '#api/http/auth/rate-limits.ts'
import { hashUsername } from './retired-usernames.ts'

type MemberNames = Pick<NewMember, 'username' | 'emailAddress'>

export const takenTexts = {
  username: 'This username is already taken.',
  emailAddress: 'This email address is already registered.',
}

export async function rejectTakenNames(
  { clock, jwtSecret }: Deps,
  db: Db,
  input: MemberNames,
): Promise<void> {
  const members = await db
    .selectFrom('members')
    .select((row) => [
      row.fn.max(sql<number>`(lower(username) = lower(${input.username}))::int`).as('username'),
      row.fn.max(sql<number>`(lower(email) = lower(${input.emailAddress}))::int`).as('email'),
    ])
    .where(
      sql<boolean>`lower(username) = lower(${input.username}) or lower(email) = lower(${input.emailAddress})`,
    )
    .executeTakeFirstOrThrow()
  const retired = await db
    .selectFrom('retired_usernames')
    .select('until')
    .where('username_hash', '=', hashUsername(input.username, jwtSecret))
    .where('until', '>', clock.now())
    .executeTakeFirst()
  const taken = {
    ...((members.username === 1 || retired) && { username: takenTexts.username }),
    ...(members.email === 1 && { emailAddress: takenTexts.emailAddress }),
  }
  if (Object.keys(taken).length > 0) throw conflict(taken, 'TAKEN')
}

/**
 * Counts the mails to an address that an unverified account takes. Somebody could otherwise sign up with the address of
 * another person, correct it, and sign up with it again, sixty times an hour.
 */
export async function limitMailsToNewAddress(deps: Deps, emailAddress: string): Promise<void> {
  await limit(deps, 'mailAccount', `new:${countedName(emailAddress)}`)
}

type NewMemberInput = MemberNames & Pick<NewMember, 'firstName' | 'lastName'>
type OtherColumns = Omit<Insertable<Tables['members']>, 'username' | 'email' | 'firstname' | 'lastname'>

export async function insertMember(deps: Deps, tx: Tx, input: NewMemberInput, rest: OtherColumns) {
  const member = await tx
    .insertInto('members')
    .values({
      username: input.username,
      email: input.emailAddress,
      firstname: input.firstName,
      lastname: input.lastName,
      ...rest,
    })
    .onConflict((on) => on.doNothing())
    .returning(['id', 'username', 'email'])
    .executeTakeFirst()
  if (member) return member
  // The name was taken between the check and the insert.
  await rejectTakenNames(deps, tx, input)
  throw conflict('This username or email address is already taken.', 'TAKEN')
}
