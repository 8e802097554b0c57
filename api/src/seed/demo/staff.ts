import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { notify } from '#api/domain/notify.ts'
import { sendSystemMessages } from '#api/domain/system-messages.ts'
import { markResolved } from '#api/features/reports/mark-resolved.ts'
import { inDays, inHours } from '#api/ports/clock/clock.ts'
import { demoModerator, groupOf, type DemoMembers } from './people.ts'
import { demoSuspension, viewerOf, type InsertedReport } from './reports.ts'
import type { DemoSections } from '../seed-files.ts'

type Staff = DemoMembers & { bus: Deps['bus'] }
type Entry = Parameters<typeof recordAudit>[3] & { by: string; hoursAgo: number }

/** Resolves reports, suspends a member, and writes the audit log of that and of everything before, oldest first. */
export async function insertAuditLog(
  tx: Tx,
  world: Staff,
  reports: InsertedReport[],
  sections: DemoSections,
): Promise<void> {
  const resolved = await resolveReports(tx, world, reports)
  const suspended = await suspendMember(tx, world)
  const earlier = [...appointments(world), ...sectionEdits(world, sections), ...(await decisions(tx, world))]
  const entries = [...earlier, ...resolved, suspended].toSorted((one, other) => other.hoursAgo - one.hoursAgo)
  for (const { by, hoursAgo, ...entry } of entries)
    await recordAudit(at(world, hoursAgo), tx, viewerOf(world.find(by)), entry)
}

const at = ({ now, bus }: Staff, hoursAgo: number) => ({
  clock: { now: () => inHours(now, -hoursAgo) },
  bus,
})

async function resolveReports(tx: Tx, world: Staff, reports: InsertedReport[]): Promise<Entry[]> {
  const resolutions = reports.flatMap(({ id, reportedId, addressed }) =>
    addressed ? [{ id, reportedId, ...addressed }] : [],
  )
  const entries: Entry[] = []
  for (const { id, reportedId, by, hoursAgo } of resolutions.toSorted((a, b) => b.hoursAgo - a.hoursAgo)) {
    await markResolvedAndNotify(tx, at(world, hoursAgo), viewerOf(world.find(by)), { id })
    const target = { type: 'report', id } as const
    entries.push({ by, hoursAgo, action: 'RESOLVE_REPORT', memberId: reportedId, target })
  }
  return entries
}

async function markResolvedAndNotify(
  tx: Tx,
  deps: ReturnType<typeof at>,
  by: ReturnType<typeof viewerOf>,
  which: Parameters<typeof markResolved>[3],
): Promise<void> {
  const { thanks, notices } = await markResolved(deps, tx, by, which)
  await sendSystemMessages(deps, tx, thanks)
  await notify(deps, tx, notices)
}

async function suspendMember(tx: Tx, world: Staff): Promise<Entry> {
  const { username, by, reason, days, hoursAgo } = demoSuspension
  const [{ id: memberId }, admin] = [world.find(username), viewerOf(world.find(by))]
  const since = inHours(world.now, -hoursAgo)
  await tx
    .updateTable('members')
    .set({
      suspended_at: since,
      suspended_by: admin.id,
      suspended_until: inDays(since, days),
      suspension_reason: reason,
    })
    .where('id', '=', memberId)
    .execute()
  await markResolvedAndNotify(tx, at(world, hoursAgo), admin, { reportedId: memberId })
  return { by, hoursAgo, action: 'SUSPEND_USER', memberId, reason, detail: `${days} days` }
}

/** Returns the appointments, which are older than the first section that the moderator wrote. */
function appointments({ find }: DemoMembers): Entry[] {
  const { id: memberId, groupId } = find(demoModerator)
  const target = { type: 'group', id: groupId } as const
  return [{ by: 'tunde.adeleye', hoursAgo: 1000, action: 'MAKE_MODERATOR', memberId, target }]
}

const sectionEdits = (world: DemoMembers, { versions }: DemoSections): Entry[] =>
  versions.map(({ author, hoursAgo, groupSlug, name }) => ({
    by: author,
    hoursAgo,
    action: 'WRITE_SECTION',
    detail: name,
    target: { type: 'group', id: groupOf(world, groupSlug) },
  }))

async function decisions(tx: Tx, { now }: DemoMembers): Promise<Entry[]> {
  const proposals = await tx
    .selectFrom('proposals')
    .innerJoin('members', 'members.id', 'decided_by')
    .select(['proposals.id', 'member_id as memberId', 'state', 'reason', 'username as by', 'decided_at'])
    .execute()
  return proposals.map(({ id, state, decided_at, ...line }) => ({
    ...line,
    hoursAgo: (now.getTime() - (decided_at?.getTime() ?? 0)) / 3_600_000,
    action: state === 'ACCEPTED' ? 'ACCEPT_PROPOSAL' : 'DECLINE_PROPOSAL',
    target: { type: 'proposal', id },
  }))
}
