import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { recordAudit } from './audit.ts'
import { notify, type NewNotification } from './notify.ts'
import { sendSystemMessage } from './system-messages.ts'

const actions = {
  post: 'DELETE_POST',
  comment: 'DELETE_COMMENT',
  item: 'DELETE_ITEM',
  review: 'DELETE_REVIEW',
} as const

type Removal = {
  target: { type: keyof typeof actions; id: number }
  /** The page that the owner's notification opens. */
  linkTo: NewNotification['target']
  owner: { id: number; banned_at: Date | null }
  /** What follows 'your' in the text for the owner, such as `item “Drum”`. */
  name: string
  reason: string | undefined
}

/** Writes to the audit log what staff or a moderator removed from a member, and notifies that member with the reason. */
export async function recordRemoval(
  deps: Pick<Deps, 'clock' | 'bus'>,
  tx: Tx,
  viewer: Viewer,
  { target, linkTo, owner, name, reason }: Removal,
): Promise<void> {
  await recordAudit(deps, tx, viewer, {
    action: actions[target.type],
    memberId: owner.id,
    reason: reason ?? null,
    target,
  })
  const text = `A moderator has removed your ${name}`
  const textWithReason = reason === undefined ? text : `${text}. The reason: ${reason}`
  // A banned member can no longer read messages.
  if (reason !== undefined && owner.banned_at === null)
    await sendSystemMessage(deps, tx, owner.id, textWithReason)
  await notify(deps, tx, [{ memberId: owner.id, kind: 'MODERATION', target: linkTo, text: textWithReason }])
}
