import { sql } from 'kysely'
import type { z } from 'zod'
import type { ChangePassword, ResetPassword } from '@rootsquare/contract/accounts'
import { transact, type Db, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { countedName, isWithin, limit } from '#api/http/auth/rate-limits.ts'
import { conflict, invalid } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { enqueue } from '#api/jobs/job.ts'
import { rejectWrongCode, useCode } from '#api/features/accounts/sign-up/codes.ts'
import { isFamiliarAddress, rememberAddress } from '#api/domain/familiar-addresses.ts'
import { sendReset } from '#api/features/accounts/sign-up/mail-jobs.ts'
import { requireOwnPath } from '#api/domain/own-path.ts'
import { hashPassword, isCorrectPassword } from './password-hash.ts'
import { continueSession, endSessions } from '#api/features/accounts/sessions/sessions.ts'
import { markVerified } from '#api/features/accounts/sign-up/verification.ts'

/**
 * Queues the mail for a new password. Unknown addresses get the same response after the same work, so that it does not
 * reveal them.
 */
export async function requestReset(deps: Deps, { email, resetUrl }: ResetRequest, address: string) {
  const path = requireOwnPath(deps.settings, 'resetUrl', resetUrl)
  const member = await deps.db
    .selectFrom('members')
    .select('id')
    .select(isFamiliarAddress(deps, address).as('is_familiar'))
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  if (!member?.is_familiar) await limit(deps, 'mailRequest', address)
  if (!(await isWithin(deps, 'mailAccount', `reset:${countedName(email)}`))) return null
  await enqueue(deps.db, sendReset, { memberId: member?.id ?? null, path })
  return null
}

type ResetRequest = { email: string; resetUrl: string }

export async function resetPassword(deps: Deps, body: z.output<typeof ResetPassword>, address: string) {
  const now = deps.clock.now()
  await rejectWrongCode(deps, 'reset', body.resetCode, address)
  const passwordHash = await hashPassword(body.cipher)
  await transact(deps.db, async (tx) => {
    const memberId = await useCode(tx, 'reset', body.resetCode, now)
    await tx.updateTable('members').set({ password_hash: passwordHash }).where('id', '=', memberId).execute()
    await endCodesAndSessions(deps, tx, memberId)
    // The code proves access to the mailbox, which is what verification needs.
    await markVerified(deps, tx, memberId)
    // The member can then log in from a new address, even while strangers' guesses block the account.
    await rememberAddress(tx, memberId, { address, secret: deps.jwtSecret, now })
  })
  return null
}

export async function endCodesAndSessions(
  deps: Deps,
  tx: Tx,
  memberId: number,
  exceptSession?: string,
): Promise<void> {
  await tx.deleteFrom('codes').where('member_id', '=', memberId).execute()
  await endSessions(deps, tx, memberId, exceptSession)
}

export async function changePassword(deps: Deps, viewer: Viewer, body: z.output<typeof ChangePassword>) {
  const oldHash = await requirePassword(deps.db, viewer, 'oldCipher', body.oldCipher)
  const passwordHash = await hashPassword(body.newCipher)
  return transact(deps.db, async (tx) => {
    const changed = await tx
      .updateTable('members')
      .set({ password_hash: passwordHash })
      .where('id', '=', viewer.id)
      .where('password_hash', '=', oldHash)
      .executeTakeFirst()
    // If two changes run at once, the second was checked against an outdated password.
    if (changed.numUpdatedRows === 0n) throw passwordChangedConflict()
    const { sessionId, session } = await continueSession(deps, tx, viewer)
    await endCodesAndSessions(deps, tx, viewer.id, sessionId)
    return session
  })
}

const passwordChangedConflict = () =>
  conflict('The password was changed just now from somewhere else.', 'PASSWORD_CHANGED')

/** Checks the password and returns the hash that it was checked against. */
export async function requirePassword(
  db: Db,
  viewer: Viewer,
  field: string,
  password: string,
): Promise<string> {
  const member = await db
    .selectFrom('members')
    .select('password_hash')
    .where('id', '=', viewer.id)
    .executeTakeFirst()
  if (!member || !(await isCorrectPassword(member.password_hash, password))) {
    throw invalid({ [field]: 'The password is not correct.' }, 'WRONG_PASSWORD')
  }
  return member.password_hash
}
