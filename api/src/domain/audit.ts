import type { AuditAction, AuditSubject } from '@rootsquare/contract/moderation'
import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

/** `detail` is a short text for what the other fields do not say, such as the length of a suspension. */
type AuditEntry = {
  action: AuditAction
  memberId?: number | null
  reason?: string | null
  detail?: string | null
  target?: { type: AuditSubject; id: number }
}

/** Writes to the audit log in the transaction of the change, so that both are stored or neither. */
export async function recordAudit(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: Pick<Viewer, 'id'> | 'command line',
  { action, memberId = null, reason = null, detail = null, target }: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: actor === 'command line' ? null : actor.id,
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
