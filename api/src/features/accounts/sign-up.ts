import { sql } from 'kysely'
import { groupConsentKind, groupConsentWording } from '@rootsquare/contract/accounts'
import type { NewMember } from '@rootsquare/contract/accounts'
import type { Db, Tx } from '#api/db/db.ts'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { conflict, invalid } from '#api/http/refusal.ts'
import { enqueue } from '#api/jobs/job.ts'
import { sendVerification } from './mail-jobs.ts'
import { ownPath } from './own-url.ts'
import { usernameHash } from './retired-usernames.ts'
import { hashPassword } from './password-hash.ts'

export async function signUp(deps: Deps, given: NewMember) {
  const path = ownPath(deps.settings, 'validationUrl', given.validationUrl)
  await refuseUnknownGroup(deps.db, given.groupId)
  await refuseTaken(deps, deps.db, given)
  const passwordHash = await hashPassword(given.cipherCode)
  return transact(deps.db, async (tx) => {
    const member = await writeMember(deps, tx, given, passwordHash)
    await enqueue(tx, sendVerification, { memberId: member.id, path })
    return { id: member.id, username: member.username, emailAddress: member.email }
  })
}

async function refuseUnknownGroup(db: Db, groupId: number): Promise<void> {
  const group = await db.selectFrom('groups').select('id').where('id', '=', groupId).executeTakeFirst()
  if (!group) throw invalid({ groupId: 'This group does not exist.' })
}

async function refuseTaken({ clock, jwtSecret }: Deps, db: Db, given: NewMember): Promise<void> {
  const members = await db
    .selectFrom('members')
    .select((row) => [
      row.fn.max(sql<number>`(lower(username) = lower(${given.username}))::int`).as('username'),
      row.fn.max(sql<number>`(lower(email) = lower(${given.emailAddress}))::int`).as('email'),
    ])
    .where(
      sql<boolean>`lower(username) = lower(${given.username}) or lower(email) = lower(${given.emailAddress})`,
    )
    .executeTakeFirstOrThrow()
  const retired = await db
    .selectFrom('retired_usernames')
    .select('until')
    .where('username_hash', '=', usernameHash(given.username, jwtSecret))
    .where('until', '>', clock.now())
    .executeTakeFirst()
  const taken = {
    ...((members.username === 1 || retired) && { username: 'This username is already taken.' }),
    ...(members.email === 1 && { emailAddress: 'This email address is already registered.' }),
  }
  if (Object.keys(taken).length > 0) throw conflict(taken, 'TAKEN')
}

async function writeMember(deps: Deps, tx: Tx, given: NewMember, passwordHash: string) {
  const now = deps.clock.now()
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
    await refuseTaken(deps, tx, given)
    throw conflict('This username or email address is already taken.', 'TAKEN')
  }
  if (given.consent) {
    const consent = {
      member_id: member.id,
      kind: groupConsentKind,
      wording: groupConsentWording,
      given_at: now,
    }
    await tx.insertInto('consents').values(consent).execute()
  }
  return member
}
