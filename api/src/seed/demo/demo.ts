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
} from './people.ts'
import { storeItemPictures, storeMemberPictures, storePostPictures, type PictureDeps } from './pictures.ts'
import { insertCommentLikes, insertComments, insertLikes, insertPosts } from './posts.ts'
import { insertReports, copyPicturesToReports } from './reports.ts'
import { insertReviews } from './reviews.ts'
import { insertSections } from './sections.ts'
import { insertAuditLog } from './staff.ts'
import { readDemo, type DemoWorld } from '../files.ts'
import { lockForSeeding } from '../lock.ts'

export const demoPassword = 'Rootsquare#2026'

export const demoSuperadmin = 'tunde.adeleye'

/** The log-ins to print and to put into the README; all of them with the one password. */
export const demoLogins: { username: string; role: Role; what: string }[] = [
  { username: 'adaeze.n', role: 'USER', what: 'a member' },
  { username: demoModerator, role: 'USER', what: 'a member who moderates the Yoruba group' },
  { username: 'ene.ochigbo', role: 'ADMIN', what: 'an admin' },
  { username: demoSuperadmin, role: 'SUPERADMIN', what: 'the super admin' },
]

type SeedDeps = PictureDeps & Pick<Deps, 'bus'>

/** Fills an empty database with the demo data; does nothing where there is any member. */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  const storePictures = await insertDemo(deps)
  // Everything works without the pictures: a full disk must not stop the product from starting.
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
    const { people, posts, items } = await insertContent(tx, demo, { passwordHash, now })
    await insertOrders(tx, { people, items, now })
    await insertReviews(tx, { people, now })
    const reports = await insertReports(tx, { people, posts, items, now })
    await insertAuditLog(tx, { people, now, bus }, reports, demo.sections)
    await deleteLiveEvents(tx, people)
    return async () => {
      await storeMemberPictures(deps, people)
      await storePostPictures(deps, posts, demo.pictures)
      await storeItemPictures(deps, items)
      await copyPicturesToOrders(db)
      await copyPicturesToReports(db)
    }
  })
}

/** Inserts what members did by themselves, before anybody ordered or reported anything. */
async function insertContent(
  tx: Tx,
  demo: DemoWorld,
  { passwordHash, now }: { passwordHash: string; now: Date },
) {
  const people = await insertPeople(tx, demo.members, { passwordHash, now })
  await insertWelcomes(tx, people)
  await insertMemberships(tx, people)
  await insertFollows(tx, people)
  await insertLogins(tx, people, now)
  await backdateGroups(tx, people)
  const posts = await insertPosts(tx, people, demo.posts, now)
  await insertComments(tx, { people, posts, now }, demo.comments)
  await insertCommentLikes(tx, people, now)
  await insertLikes(tx, people, posts, now)
  await insertSections(tx, { people, now }, demo.sections)
  const items = await insertItems(tx, { people, now }, demo)
  await insertConversations(tx, { people, now }, items)
  return { people, posts, items }
}

async function hasMembers(db: Db): Promise<boolean> {
  return (await db.selectFrom('members').select('id').limit(1).executeTakeFirst()) !== undefined
}
