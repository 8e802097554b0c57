import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { groupConsentWording } from '@rootsquare/contract/accounts'
import type { NewMember } from '@rootsquare/contract/accounts'
import type { Db, Tx } from '#api/db/db.ts'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { conflict, invalid } from '#api/http/refusal.ts'
import { isWithin } from '#api/http/limits.ts'
import { enqueue } from '#api/jobs/job.ts'
import { useCode } from './codes.ts'
import { rememberAddress } from './familiar-addresses.ts'
import { sendVerification } from './mail-jobs.ts'
import { ownPath } from './own-url.ts'
import { hashPassword } from './passwords.ts'

export async function signUp(deps: Deps, given: NewMember) {
  const path = ownPath(deps.settings, 'validationUrl', given.validationUrl)
  await refuseUnknownGroup(deps.db, given.groupId)
  await refuseTaken(deps.db, given, deps.clock.now())
  const passwordHash = await hashPassword(given.cipherCode)
  return transact(deps.db, async (tx) => {
    const member = await writeMember(tx, given, passwordHash, deps.clock.now())
    await enqueue(tx, sendVerification, { memberId: member.id, path })
    return { id: member.id, username: member.username, emailAddress: member.email }
  })
}

async function refuseUnknownGroup(db: Db, groupId: number): Promise<void> {
  const group = await db.selectFrom('groups').select('id').where('id', '=', groupId).executeTakeFirst()
  if (!group) throw invalid({ groupId: 'This group does not exist.' })
}

export function usernameHash(username: string): Buffer {
  return createHash('sha256').update(`rootsquare username ${username.toLowerCase()}`).digest()
}

async function refuseTaken(db: Db, given: NewMember, now: Date): Promise<void> {
  const members = await db
    .selectFrom('members')
    .select((row) => [
      row.fn.max(sql<number>`(lower(username) = lower(${given.username}))::int`).as('username'),
      row.fn.max(sql<number>`(lower(email) = lower(${given.emailAddress}))::int`).as('email'),
    ])
    .where(sql<boolean>`lower(username) = lower(${given.username}) or lower(email) = lower(${given.emailAddress})`)
    .executeTakeFirstOrThrow()
  const retired = await db
    .selectFrom('retired_usernames')
    .select('until')
    .where('username_hash', '=', usernameHash(given.username))
    .where('until', '>', now)
    .executeTakeFirst()
  const taken = {
    ...((members.username === 1 || retired) && { username: 'This username is already taken.' }),
    ...(members.email === 1 && { emailAddress: 'This email address is already registered.' }),
  }
  if (Object.keys(taken).length > 0) throw conflict(taken, 'TAKEN')
}

async function writeMember(tx: Tx, given: NewMember, passwordHash: string, now: Date) {
  const member = await tx
    .insertInto('members')
    .values({
      username: given.username,
      email: given.emailAddress,
      password_hash: passwordHash,
      firstname: given.firstName,
      lastname: given.lastName,
      group_id: given.groupId,
      created_at: now,
    })
    .onConflict((on) => on.doNothing())
    .returning(['id', 'username', 'email'])
    .executeTakeFirst()
  if (!member) {
    // Someone took the name between the look and the write.
    await refuseTaken(tx, given, now)
    throw conflict('This username or email address is already taken.', 'TAKEN')
  }
  if (given.consent) {
    const consent = { member_id: member.id, kind: 'ethnic-group', wording: groupConsentWording, given_at: now }
    await tx.insertInto('consents').values(consent).execute()
  }
  return member
}

export async function verifyEmail({ db, clock, jwtSecret }: Deps, code: string, address: string): Promise<{ verified: true }> {
  const now = clock.now()
  return transact(db, async (tx) => {
    const memberId = await useCode(tx, 'verify', code, now)
    await markVerified(tx, memberId, now)
    await rememberAddress(tx, memberId, { address, secret: jwtSecret, now })
    return { verified: true }
  })
}

/** Only now the member counts in the group: sign-ups that nobody confirms leave no trace in any count. */
export async function markVerified(tx: Tx, memberId: number, now: Date): Promise<void> {
  const verified = await tx
    .updateTable('members')
    .set({ verified_at: now })
    .where('id', '=', memberId)
    .where('verified_at', 'is', null)
    .returning('group_id')
    .executeTakeFirst()
  if (!verified?.group_id) return
  await tx
    .insertInto('memberships')
    .values({ group_id: verified.group_id, member_id: memberId, joined_at: now })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Says the same and does the same work whether the address is known or not. */
export async function resendVerification(deps: Deps, emailAddress: string): Promise<null> {
  if (!(await isWithin(deps, 'mailAccount', `verify:${emailKey(emailAddress)}`))) return null
  const member = await deps.db
    .selectFrom('members')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${emailAddress})`)
    .where('verified_at', 'is', null)
    .executeTakeFirst()
  await enqueue(deps.db, sendVerification, { memberId: member?.id ?? null, path: '/mail-validate' })
  return null
}

/** Counters may lie in Redis, where an address has no business. */
export function emailKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url')
}
