import type { Role } from '@rootsquare/contract/roles'
import { transact } from '#api/db/db.ts'
import type { Db, Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { hashPassword } from '#api/features/accounts/password/password-hash.ts'
import { drawItems, insertItems } from './demo-items.ts'
import { forgetEvents, insertConversations, insertWelcomes } from './demo-messages.ts'
import { insertOrders, keepOrderPictures } from './demo-orders.ts'
import {
  demoModerator,
  foundGroups,
  insertFollows,
  insertLogins,
  insertMemberships,
  insertPeople,
} from './demo-people.ts'
import { drawDemoPictures } from './demo-pictures.ts'
import { drawPosts, insertComments, insertLikes, insertPosts } from './demo-posts.ts'
import { insertReports, keepEvidence } from './demo-reports.ts'
import { insertSections } from './demo-sections.ts'
import { insertDeeds } from './demo-staff.ts'
import type { Studio } from './draw.ts'
import { readDemo } from './files.ts'
import type { DemoWorld } from './files.ts'
import { lockForSeeding } from './lock.ts'

export const demoPassword = 'Rootsquare#2026'

export const demoSuperadmin = 'tunde.adeleye'

/** The log-ins to print and to put into the README; all of them with the one password. */
export const demoLogins: { username: string; role: Role; what: string }[] = [
  { username: 'adaeze.n', role: 'USER', what: 'a member' },
  { username: demoModerator, role: 'USER', what: 'a member who moderates the Yoruba group' },
  { username: 'ene.ochigbo', role: 'ADMIN', what: 'an admin' },
  { username: demoSuperadmin, role: 'SUPERADMIN', what: 'the super admin' },
]

type Ground = Studio & Pick<Deps, 'bus'>

/** Peoples an empty database with the demo world; where anybody is a member already, does nothing. */
export async function seedDemo(deps: Ground): Promise<void> {
  const drawings = await peopleDemo(deps)
  // The world is whole without them: a full disk must not keep anybody from looking at it.
  await drawings().catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the demo world lacks pictures')
  })
}

/** The demo world without its pictures. Answers how to draw them. */
export async function peopleDemo(deps: Ground): Promise<() => Promise<void>> {
  const { db, clock, bus } = deps
  const nothing = async () => {}
  if (await hasMembers(db)) return nothing
  const [demo, passwordHash] = await Promise.all([readDemo(), hashPassword(demoPassword)])
  const now = clock.now()
  return transact(db, async (tx) => {
    await lockForSeeding(tx, 'members')
    if (await hasMembers(tx)) return nothing
    const { people, posted, offered } = await insertWorld(tx, demo, { passwordHash, now })
    await insertOrders(tx, { people, offered, now })
    const reported = await insertReports(tx, { people, posted, offered, now })
    await insertDeeds(tx, { people, now, bus }, reported, demo.sections)
    await forgetEvents(tx, people)
    return async () => {
      await drawDemoPictures(deps, people)
      await drawPosts(deps, posted, demo.pictures)
      await drawItems(deps, offered)
      await keepOrderPictures(db)
      await keepEvidence(db)
    }
  })
}

/** What members made of it by themselves. */
async function insertWorld(
  tx: Tx,
  demo: DemoWorld,
  { passwordHash, now }: { passwordHash: string; now: Date },
) {
  const people = await insertPeople(tx, demo.members, { passwordHash, now })
  await insertWelcomes(tx, people)
  await insertMemberships(tx, people)
  await insertFollows(tx, people)
  await insertLogins(tx, people, now)
  await foundGroups(tx, people)
  const posted = await insertPosts(tx, people, demo.posts, now)
  await insertComments(tx, { people, posted, now }, demo.comments)
  await insertLikes(tx, people, posted, now)
  await insertSections(tx, { people, now }, demo.sections)
  const offered = await insertItems(tx, { people, now }, demo)
  await insertConversations(tx, { people, now }, offered)
  return { people, posted, offered }
}

async function hasMembers(db: Db): Promise<boolean> {
  return (await db.selectFrom('members').select('id').limit(1).executeTakeFirst()) !== undefined
}
