import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { notify } from '#api/domain/notify.ts'
import { sendSystemMessages } from '#api/domain/system-messages.ts'
import { markAddressed } from '#api/features/reports/mark-addressed.ts'
import { inDays, inHours } from '#api/ports/clock/clock.ts'
import { demoModerator, type Person } from './people.ts'
import { personFinder, groupOf } from './posts.ts'
import { demoSuspension, viewerOf, type InsertedReport } from './reports.ts'
import type { DemoSections } from '../files.ts'

type World = { people: Person[]; now: Date; bus: Deps['bus'] }
type Entry = Parameters<typeof recordAudit>[3] & { by: string; hoursAgo: number }

/** Resolves reports and suspends a member, and writes the audit log of that and of everything before, oldest first. */
export async function insertAuditLog(
  tx: Tx,
  world: World,
  reports: InsertedReport[],
  sections: DemoSections,
): Promise<void> {
  const resolved = await resolveReports(tx, world, reports)
  const suspended = await suspendMember(tx, world)
  const earlier = [...appointments(world), ...sectionEdits(world, sections), ...(await decisions(tx, world))]
  const entries = [...earlier, ...resolved, suspended].toSorted((one, other) => other.hoursAgo - one.hoursAgo)
  const find = personFinder(world.people)
  for (const { by, hoursAgo, ...entry } of entries)
    await recordAudit(at(world, hoursAgo), tx, viewerOf(find(by)), entry)
}

const at = ({ now, bus }: World, hoursAgo: number) => ({
  clock: { now: () => inHours(now, -hoursAgo) },
  bus,
})

async function resolveReports(tx: Tx, world: World, reports: InsertedReport[]): Promise<Entry[]> {
  const find = personFinder(world.people)
  const resolutions = reports.flatMap(({ id, reportedId, addressed }) =>
    addressed ? [{ id, reportedId, ...addressed }] : [],
  )
  const entries: Entry[] = []
  for (const { id, reportedId, by, hoursAgo } of resolutions.toSorted((a, b) => b.hoursAgo - a.hoursAgo)) {
    await markAddressedAndNotify(tx, at(world, hoursAgo), viewerOf(find(by)), { id })
    const target = { type: 'report', id } as const
    entries.push({ by, hoursAgo, action: 'RESOLVE_REPORT', memberId: reportedId, target })
  }
  return entries
}

async function markAddressedAndNotify(
  tx: Tx,
  deps: ReturnType<typeof at>,
  by: ReturnType<typeof viewerOf>,
  which: Parameters<typeof markAddressed>[3],
): Promise<void> {
  const { thanks, notices } = await markAddressed(deps, tx, by, which)
  await sendSystemMessages(deps, tx, thanks)
  await notify(deps, tx, notices)
}

async function suspendMember(tx: Tx, world: World): Promise<Entry> {
  const { username, by, reason, days, hoursAgo } = demoSuspension
  const find = personFinder(world.people)
  const [{ id: memberId }, admin] = [find(username), viewerOf(find(by))]
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
  await markAddressedAndNotify(tx, at(world, hoursAgo), admin, { reportedId: memberId })
  return { by, hoursAgo, action: 'SUSPEND_USER', memberId, reason, detail: `${days} days` }
}

/** The appointment is older than the first section the moderator wrote. */
function appointments({ people }: World): Entry[] {
  const { id: memberId, groupId } = personFinder(people)(demoModerator)
  const target = { type: 'group', id: groupId } as const
  return [{ by: 'tunde.adeleye', hoursAgo: 1000, action: 'MAKE_MODERATOR', memberId, target }]
}

const sectionEdits = ({ people }: World, { versions }: DemoSections): Entry[] =>
  versions.map(({ author, hoursAgo, groupSlug, name }) => ({
    by: author,
    hoursAgo,
    action: 'WRITE_SECTION',
    detail: name,
    target: { type: 'group', id: groupOf(people, groupSlug) },
  }))

async function decisions(tx: Tx, { now }: World): Promise<Entry[]> {
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
