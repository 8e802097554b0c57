import type { NewAdmin } from '@rootsquare/contract/moderation'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { insertMember, rejectTakenNames } from '#api/features/accounts/sign-up/new-member.ts'
import { hashPassword } from '#api/features/accounts/password/password-hash.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { userColumns, userOf } from './users.ts'

export async function createAdmin(deps: Deps, viewer: Viewer, input: NewAdmin) {
  await rejectTakenNames(deps, deps.db, input)
  const passwordHash = await hashPassword(input.cipherCode)
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    const now = deps.clock.now()
    const { id } = await insertMember(deps, tx, input, {
      password_hash: passwordHash,
      role: 'ADMIN',
      verified_at: now,
      created_at: now,
    })
    await recordAudit(deps, tx, viewer, { action: 'CREATE_ADMIN', memberId: id })
    const admin = await tx
      .selectFrom('members')
      .select(userColumns)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return userOf(viewer, admin, now)
  })
}
