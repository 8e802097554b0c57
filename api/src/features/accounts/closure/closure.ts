import { closureGraceDays, type Closure } from '@rootsquare/contract/accounts'
import { minPayoutKobo, moneyText } from '@rootsquare/contract/lib/money'
import { isStaff } from '@rootsquare/contract/lib/roles'
import { transact, type Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { inDays } from '#api/ports/clock/clock.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { rejectLastSuperadmin } from '#api/domain/last-superadmin.ts'
import { requirePassword } from '#api/features/accounts/password/password.ts'
import { sendSystemMessage } from '#api/domain/system-messages.ts'
import { findUnpaid, type Unpaid } from './open-orders.ts'

const requested = `You asked us to close your account. It will be erased in ${closureGraceDays} days, or when your open orders have ended if that is later; until then everything works, and you can cancel this in your settings.`
const cancelled =
  'You cancelled the closure of your account. Your account stays as it was. We are glad you are staying.'

/** Nobody can be paid after the erasure, so a seller is told while there is time. */
function unpaidText({ kobo, willBeSent }: Unpaid): string {
  if (kobo <= 0) return ''
  const earned = ` Your sales have earned ${moneyText(kobo)} that has not been paid out.`
  if (willBeSent) return `${earned} It is sent to your bank account first.`
  return `${earned} It can only be sent to a bank account that you have added under Payouts, from ${moneyText(minPayoutKobo)} on. Any money left when your account is erased is lost.`
}

export async function closeAccount(deps: Deps, viewer: Viewer, password: string) {
  await requirePassword(deps.db, viewer, 'password', password)
  const now = deps.clock.now()
  return transact(deps.db, async (tx) => {
    if (viewer.role === 'SUPERADMIN') await rejectLastSuperadmin(tx, viewer.id, now, 'closed')
    await lockActiveMember(deps, tx, viewer)
    // A second request does not restart the 30 days.
    const { numUpdatedRows } = await tx
      .updateTable('members')
      .set({ closure_requested_at: now })
      .where('id', '=', viewer.id)
      .where('closure_requested_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) {
      const unpaid = await findUnpaid(tx, viewer.id)
      await sendSystemMessage(deps, tx, viewer.id, `${requested}${unpaidText(unpaid)}`)
    }
    return closureOf(tx, viewer.id, deps.clock.now())
  })
}

export async function cancelClosure(deps: Deps, viewer: Viewer, password: string) {
  await requirePassword(deps.db, viewer, 'password', password)
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    const { numUpdatedRows } = await tx
      .updateTable('members')
      .set({ closure_requested_at: null })
      .where('id', '=', viewer.id)
      .where('closure_requested_at', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await sendSystemMessage(deps, tx, viewer.id, cancelled)
    return closureOf(tx, viewer.id, deps.clock.now())
  })
}

export async function getClosure({ db, clock }: Deps, viewer: Viewer, memberId: number) {
  if (viewer.id !== memberId && !isStaff(viewer.role)) throw notFound()
  return closureOf(db, memberId, clock.now())
}

async function closureOf(db: Db, memberId: number, now: Date): Promise<Closure> {
  const member = await db
    .selectFrom('members')
    .select('closure_requested_at')
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (!member) throw notFound()
  if (member.closure_requested_at === null) return { preClosed: false, gracePeriod: 0 }
  const end = inDays(member.closure_requested_at, closureGraceDays)
  return {
    preClosed: true,
    gracePeriod: Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 86_400_000)),
  }
}
