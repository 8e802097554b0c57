import type { AuditAction, AuditSubject } from '@rootsquare/contract/moderation'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** Whom it was done to, and why; and to what, where it was a thing. `detail`: what else one would ask, in few words. */
type Deed = {
  action: AuditAction
  memberId?: number | null
  reason?: string | null
  detail?: string | null
  target?: { type: AuditSubject; id: number }
}

/** In the transaction of the deed: it stands in the log if and only if it was done. */
export async function recordAudit(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { id }: Viewer,
  { action, memberId = null, reason = null, detail = null, target }: Deed,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: id,
      member_id: memberId,
      action,
      reason,
      detail,
      target_type: target?.type ?? null,
      target_id: target?.id ?? null,
      created_at: clock.now(),
    })
    .execute()
}
