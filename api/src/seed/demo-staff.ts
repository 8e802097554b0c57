import type { Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { recordAudit } from '#api/domain/audit.ts'
import { sendSystemMessages } from '#api/domain/system-messages.ts'
import { addressReports } from '#api/features/reports/close-reports.ts'
import { inDays, inHours } from '#api/ports/clock/clock.ts'
import { demoModerator } from './demo-people.ts'
import type { Person } from './demo-people.ts'
import { finder, groupOf } from './demo-posts.ts'
import { demoSuspension, viewerOf } from './demo-reports.ts'
import type { Reported } from './demo-reports.ts'
import type { DemoSections } from './files.ts'

type World = { people: Person[]; now: Date; bus: Deps['bus'] }
type Line = Parameters<typeof recordAudit>[3] & { by: string; hoursAgo: number }

/** What admins and moderators did about the reports, and the log of all that they ever did, in the order of time. */
export async function insertDeeds(
  tx: Tx,
  world: World,
  reported: Reported[],
  sections: DemoSections,
): Promise<void> {
  const resolved = await resolve(tx, world, reported)
  const suspended = await suspend(tx, world)
  const written = [...appointed(world), ...editing(world, sections), ...(await decided(tx, world))]
  const lines = [...written, ...resolved, suspended].toSorted((one, other) => other.hoursAgo - one.hoursAgo)
  const find = finder(world.people)
  for (const { by, hoursAgo, ...deed } of lines)
    await recordAudit(at(world, hoursAgo), tx, viewerOf(find(by)), deed)
}

const at = ({ now, bus }: World, hoursAgo: number) => ({
  clock: { now: () => inHours(now, -hoursAgo) },
  bus,
})

async function resolve(tx: Tx, world: World, reported: Reported[]): Promise<Line[]> {
  const find = finder(world.people)
  const deeds = reported.flatMap(({ id, reportedId, resolved }) =>
    resolved ? [{ id, reportedId, ...resolved }] : [],
  )
  const lines: Line[] = []
  for (const { id, reportedId, by, hoursAgo } of deeds.toSorted((a, b) => b.hoursAgo - a.hoursAgo)) {
    await address(tx, at(world, hoursAgo), viewerOf(find(by)), { id })
    const target = { type: 'report', id } as const
    lines.push({ by, hoursAgo, action: 'RESOLVE_REPORT', memberId: reportedId, target })
  }
  return lines
}

async function address(
  tx: Tx,
  deps: ReturnType<typeof at>,
  by: ReturnType<typeof viewerOf>,
  which: Parameters<typeof addressReports>[3],
): Promise<void> {
  const { thanks } = await addressReports(deps, tx, by, which)
  await sendSystemMessages(deps, tx, thanks)
}

async function suspend(tx: Tx, world: World): Promise<Line> {
  const { username, by, reason, days, hoursAgo } = demoSuspension
  const find = finder(world.people)
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
  await address(tx, at(world, hoursAgo), admin, { reportedId: memberId })
  return { by, hoursAgo, action: 'SUSPEND_USER', memberId, reason, detail: `${days} days` }
}

/** Before the first of what they wrote as a moderator. */
function appointed({ people }: World): Line[] {
  const { id: memberId, groupId } = finder(people)(demoModerator)
  const target = { type: 'group', id: groupId } as const
  return [{ by: 'tunde.adeleye', hoursAgo: 1000, action: 'MAKE_MODERATOR', memberId, target }]
}

const editing = ({ people }: World, { versions }: DemoSections): Line[] =>
  versions.map(({ author, hoursAgo, groupSlug, name }) => ({
    by: author,
    hoursAgo,
    action: 'WRITE_SECTION',
    detail: name,
    target: { type: 'group', id: groupOf(people, groupSlug) },
  }))

async function decided(tx: Tx, { now }: World): Promise<Line[]> {
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
