import type { changeSignUpEmail as endpoint } from '@rootsquare/contract/accounts'
import type { BodyOf } from '@rootsquare/contract/lib/endpoint'
import { isUniqueViolation, transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { requireOwnPath } from '#api/domain/own-path.ts'
import { badCredentials, checkCredentials } from '#api/features/accounts/sessions/login.ts'
import { conflict } from '#api/http/api-error.ts'
import { limit } from '#api/http/auth/rate-limits.ts'
import { rejectLockedOut } from '#api/http/auth/viewer.ts'
import { enqueue } from '#api/jobs/job.ts'
import { sendVerification } from './mail-jobs.ts'
import { limitMailsToNewAddress, takenTexts } from './new-member.ts'

type Body = BodyOf<typeof endpoint>

/** Corrects the address of a sign-up that nobody has confirmed, and sends the mail there. */
export async function changeSignUpEmail(deps: Deps, body: Body, address: string) {
  const path = requireOwnPath(deps.settings, 'validationUrl', body.validationUrl)
  const member = await checkCredentials(deps, body, address)
  rejectLockedOut(member, deps.clock.now())
  if (member.verified_at !== null) throw verifiedConflict()
  // An account nobody has confirmed must neither send mails to many addresses nor find out which are registered.
  await limit(deps, 'addressChange', String(member.id))
  if (!member.is_familiar) await limit(deps, 'mailRequest', address)
  await limitMailsToNewAddress(deps, body.emailAddress)
  return transact(deps.db, async (tx) => {
    await lockCodes(tx, member.id)
    const changed = await writeAddress(tx, member, body.emailAddress)
    // Codes for a new password were sent to the old address too.
    await tx.deleteFrom('codes').where('member_id', '=', member.id).execute()
    await enqueue(tx, sendVerification, { memberId: member.id, path })
    return changed
  })
}

/** Locks the codes before the member, as whoever uses one does. */
async function lockCodes(tx: Tx, memberId: number): Promise<void> {
  await tx.selectFrom('codes').select('member_id').where('member_id', '=', memberId).forUpdate().execute()
}

type Account = { id: number; password_hash: string }

async function writeAddress(tx: Tx, { id, password_hash }: Account, email: string) {
  const current = await tx
    .selectFrom('members')
    .select(['password_hash', 'verified_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (current?.password_hash !== password_hash) throw badCredentials()
  if (current.verified_at !== null) throw verifiedConflict()
  return tx
    .updateTable('members')
    .set({ email })
    .where('id', '=', id)
    .returning(['id', 'username', 'email as emailAddress'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? conflict({ emailAddress: takenTexts.emailAddress }, 'TAKEN') : error
    })
}

const verifiedConflict = () =>
  conflict('Your email address is verified already. Please sign in.', 'ALREADY_VERIFIED')
