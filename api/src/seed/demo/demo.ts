import type { Role } from '@rootsquare/contract/lib/roles'
import { transact, type Db, type Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { hashPassword } from '#api/features/accounts/password/password-hash.ts'
import { insertItems } from './items.ts'
import { deleteLiveEvents, insertConversations, insertWelcomes } from './messages.ts'
import { insertOrders, copyPicturesToOrders } from './orders.ts'
import {
  demoModerator,
  backdateGroups,
  insertFollows,
  insertLogins,
  insertMemberships,
  insertPeople,
  personFinder,
  type DemoMembers,
} from './people.ts'
import { storeItemPictures, storeMemberPictures, storePostPictures, type PictureDeps } from './pictures.ts'
import { insertCommentLikes, insertComments, insertLikes, insertPosts } from './posts.ts'
import { insertReports, copyPicturesToReports } from './reports.ts'
import { insertReviews } from './reviews.ts'
import { insertSections } from './sections.ts'
import { insertAuditLog } from './staff.ts'
import { readDemo, type DemoWorld } from '../seed-files.ts'
import { lockForSeeding } from '../seeding-lock.ts'

export const demoPassword = 'Rootsquare#2026'

export const demoSuperadmin = 'tunde.adeleye'

/** Lists the log-ins that are printed and shown in the README. All have the same password. */
export const demoLogins: { username: string; role: Role; what: string }[] = [
  { username: 'adaeze.n', role: 'USER', what: 'a member' },
  { username: demoModerator, role: 'USER', what: 'a member who moderates the Yoruba group' },
  { username: 'ene.ochigbo', role: 'ADMIN', what: 'an admin' },
  { username: demoSuperadmin, role: 'SUPERADMIN', what: 'the super admin' },
]

type SeedDeps = PictureDeps & Pick<Deps, 'bus'>

/** Fills an empty database with the demo data. It does nothing if there is any member. */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  const storePictures = await insertDemo(deps)
  // Everything works without the pictures, so a full disk must not stop the product from starting.
  await storePictures().catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the demo world lacks pictures')
  })
}

/** Inserts the demo data without its pictures, and returns the function that stores them. */
export async function insertDemo(deps: SeedDeps): Promise<() => Promise<void>> {
  const { db, clock, bus } = deps
  const storeNothing = async () => {}
  if (await hasMembers(db)) return storeNothing
  const [demo, passwordHash] = await Promise.all([readDemo(), hashPassword(demoPassword)])
  const now = clock.now()
  return transact(db, async (tx) => {
    await lockForSeeding(tx, 'members')
    if (await hasMembers(tx)) return storeNothing
    const people = await insertPeople(tx, demo.members, { passwordHash, now })
    const world = { people, find: personFinder(people), now }
    const { posts, items } = await insertContent(tx, world, demo)
    await insertOrders(tx, { ...world, items })
    await insertReviews(tx, world)
    const reports = await insertReports(tx, { ...world, posts, items })
    await insertAuditLog(tx, { ...world, bus }, reports, demo.sections)
    await deleteLiveEvents(tx, world)
    return async () => {
      await storeMemberPictures(deps, people)
      await storePostPictures(deps, posts, demo.pictures)
      await storeItemPictures(deps, items)
      await copyPicturesToOrders(db)
      await copyPicturesToReports(db)
    }
  })
}

/** Inserts what members did by themselves, before orders and reports refer to it. */
async function insertContent(tx: Tx, world: DemoMembers, demo: DemoWorld) {
  await insertWelcomes(tx, world)
  await insertMemberships(tx, world)
  await insertFollows(tx, world)
  await insertLogins(tx, world)
  await backdateGroups(tx, world)
  const posts = await insertPosts(tx, world, demo.posts)
  await insertComments(tx, world, posts, demo.comments)
  await insertCommentLikes(tx, world)
  await insertLikes(tx, world, posts)
  await insertSections(tx, world, demo.sections)
  const items = await insertItems(tx, world, demo)
  await insertConversations(tx, world, items)
  return { posts, items }
}

async function hasMembers(db: Db): Promise<boolean> {
  return (await db.selectFrom('members').select('id').limit(1).executeTakeFirst()) !== undefined
}
