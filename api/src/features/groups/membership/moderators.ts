import { transact, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { lockBothMembers } from '#api/domain/lock-member.ts'
import { notify } from '#api/domain/notify.ts'
import { sendSystemMessage } from '#api/domain/system-messages.ts'
import { noSuchMember } from '#api/domain/visibility.ts'
import { conflict, notFound } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { requireGroup } from './membership.ts'

type Appointment = { groupId: number; userId: number }

export async function makeModerator(deps: Deps, viewer: Viewer, { groupId, userId }: Appointment) {
  return transact(deps.db, async (tx) => {
    const { name } = await requireGroup(tx, groupId)
    const { suspended_until } = await lockVerifiedMember(deps, tx, viewer, userId)
    if (suspended_until !== null && suspended_until > deps.clock.now())
      throw conflict('This member is suspended.', 'SUSPENDED')
    if (!(await setModerator(tx, { groupId, userId }, true)))
      throw await appointmentConflict(tx, { groupId, userId })
    await recordChange(deps, tx, viewer, { action: 'MAKE_MODERATOR', groupId, userId })
    const text = `You are now a moderator of ${name}`
    const may =
      'You can remove posts and comments there, write its page and decide on what members propose, and its members see you as a moderator.'
    await sendSystemMessage(deps, tx, userId, `${text}. ${may}`)
    const target = { type: 'group', id: groupId } as const
    await notify(deps, tx, [{ memberId: userId, kind: 'MODERATION', target, text }])
    return null
  })
}

export async function removeModerator(deps: Deps, viewer: Viewer, { groupId, userId }: Appointment) {
  return transact(deps.db, async (tx) => {
    const { name } = await requireGroup(tx, groupId)
    await lockVerifiedMember(deps, tx, viewer, userId)
    if (!(await setModerator(tx, { groupId, userId }, false)))
      throw notFound('This member is not a moderator here.')
    await recordChange(deps, tx, viewer, { action: 'END_MODERATOR', groupId, userId })
    await sendSystemMessage(deps, tx, userId, `You are no longer a moderator of ${name}.`)
    return null
  })
}

/** Locks the members before the membership, as every change does, so that it waits for a concurrent leave or ban. */
async function lockVerifiedMember(deps: Deps, tx: Tx, viewer: Viewer, memberId: number) {
  const member = await lockBothMembers(deps, tx, viewer, memberId)
  if (!member || member.verified_at === null || member.banned_at !== null) throw noSuchMember()
  return member
}

/** Returns false if there was nothing to change. */
async function setModerator(tx: Tx, { groupId, userId }: Appointment, isWanted: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('memberships')
    .set({ is_moderator: isWanted })
    .where('group_id', '=', groupId)
    .where('member_id', '=', userId)
    .where('is_moderator', '=', !isWanted)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Change = Appointment & { action: 'MAKE_MODERATOR' | 'END_MODERATOR' }

async function recordChange(
  deps: Deps,
  tx: Tx,
  viewer: Viewer,
  { action, groupId, userId }: Change,
): Promise<void> {
  await recordAudit(deps, tx, viewer, { action, memberId: userId, target: { type: 'group', id: groupId } })
}

async function appointmentConflict(tx: Tx, { groupId, userId }: Appointment) {
  const membership = await tx
    .selectFrom('memberships')
    .select('is_moderator')
    .where('group_id', '=', groupId)
    .where('member_id', '=', userId)
    .executeTakeFirst()
  return membership
    ? conflict('This member is a moderator of this group already.', 'ALREADY_MODERATOR')
    : conflict('Only a member of the group can be its moderator.', 'NOT_A_MEMBER')
}
