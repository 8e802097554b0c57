import { brand } from '@rootsquare/contract/product'
import { sql } from 'kysely'
import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { countedName, isWithin, limit } from '#api/http/auth/rate-limits.ts'
import { enqueue } from '#api/jobs/job.ts'
import { rejectWrongCode, useCode } from './codes.ts'
import { isFamiliarAddress, rememberAddress } from '#api/domain/familiar-addresses.ts'
import { sendVerification } from './mail-jobs.ts'
import { sendSystemMessage } from '#api/domain/system-messages.ts'

export const welcomeMessage = `Welcome to ${brand}! Look around your group, follow a few people, and say hello with a first post.`

export async function verifyEmail(deps: Deps, code: string, address: string): Promise<{ verified: true }> {
  const now = deps.clock.now()
  await rejectWrongCode(deps, 'verify', code, address)
  return transact(deps.db, async (tx) => {
    const memberId = await useCode(tx, 'verify', code, now)
    await markVerified(deps, tx, memberId)
    await rememberAddress(tx, memberId, { address, secret: deps.jwtSecret, now })
    return { verified: true }
  })
}

/**
 * Marks the member as verified. The member joins the group only here, so that unverified sign-ups change no counts
 * (decision 3).
 */
export async function markVerified(deps: Deps, tx: Tx, memberId: number): Promise<void> {
  const now = deps.clock.now()
  const verified = await tx
    .updateTable('members')
    .set({ verified_at: now })
    .where('id', '=', memberId)
    .where('verified_at', 'is', null)
    .returning('group_id')
    .executeTakeFirst()
  if (!verified) return
  if (verified.group_id !== null)
    await tx
      .insertInto('memberships')
      .values({ group_id: verified.group_id, member_id: memberId, joined_at: now })
      .onConflict((on) => on.doNothing())
      .execute()
  await sendSystemMessage(deps, tx, memberId, welcomeMessage)
}

/** Sends the mail again. Unknown addresses get the same response after the same work, so that it does not reveal them. */
export async function resendVerification(deps: Deps, emailAddress: string, address: string): Promise<null> {
  const member = await deps.db
    .selectFrom('members')
    .select('id')
    .select(isFamiliarAddress(deps, address).as('is_familiar'))
    .where(sql`lower(email)`, '=', emailAddress.toLowerCase())
    .where('verified_at', 'is', null)
    .executeTakeFirst()
  if (!member?.is_familiar) await limit(deps, 'mailRequest', address)
  if (!(await isWithin(deps, 'mailAccount', `verify:${countedName(emailAddress)}`))) return null
  await enqueue(deps.db, sendVerification, { memberId: member?.id ?? null, path: '/mail-validate' })
  return null
}
