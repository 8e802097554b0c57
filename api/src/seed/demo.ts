import type { Insertable } from 'kysely'
import { groupConsentKind, groupConsentWording } from '@rootsquare/contract/accounts'
import type { Role } from '@rootsquare/contract/roles'
import { transact } from '#api/db/db.ts'
import type { Db, Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Deps } from '#api/deps.ts'
import { hashPassword } from '#api/features/accounts/password-hash.ts'
import { inDays, inHours, inMinutes } from '#api/ports/clock/clock.ts'
import { drawDemoPictures } from './demo-pictures.ts'
import { readDemoMembers } from './files.ts'
import type { DemoMember } from './files.ts'
import { lockForSeeding } from './lock.ts'

export const demoPassword = 'Rootsquare#2026'

export const demoSuperadmin = 'tunde.adeleye'
const demoModerator = 'bose.akande'

/** The log-ins to print and to put into the README; all of them with the one password. */
export const demoLogins: { username: string; role: Role; what: string }[] = [
  { username: 'adaeze.n', role: 'USER', what: 'a member' },
  { username: demoModerator, role: 'USER', what: 'a member who moderates the Yoruba group' },
  { username: 'ene.ochigbo', role: 'ADMIN', what: 'an admin' },
  { username: demoSuperadmin, role: 'SUPERADMIN', what: 'the super admin' },
]

type Person = DemoMember & { id: number; groupId: number; joinedAt: Date }

/** Peoples an empty database with the demo world; where anybody is a member already, does nothing. */
export async function seedDemo(deps: Pick<Deps, 'db' | 'clock' | 'files' | 'log'>): Promise<void> {
  const { db, clock, log } = deps
  if (await hasMembers(db)) return
  const [members, passwordHash] = await Promise.all([readDemoMembers(), hashPassword(demoPassword)])
  const now = clock.now()
  const people = await transact(db, async (tx) => {
    await lockForSeeding(tx, 'members')
    if (await hasMembers(tx)) return []
    const joined = await insertPeople(tx, members, { passwordHash, now })
    await insertMemberships(tx, joined)
    await insertFollows(tx, joined)
    return joined
  })
  // The world is whole without them: a full disk must not keep anybody from looking at it.
  await drawDemoPictures(deps, people).catch((error: unknown) => {
    log.warn({ err: error }, 'the demo members have no pictures')
  })
}

async function hasMembers(db: Db): Promise<boolean> {
  return (await db.selectFrom('members').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function insertPeople(
  tx: Tx,
  members: DemoMember[],
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<Person[]> {
  const groups = await tx.selectFrom('groups').select(['id', 'slug']).execute()
  const joining = members.map((member, place) => {
    const groupId = groups.find((group) => group.slug === member.groupSlug)?.id
    if (groupId === undefined) throw new Error(`The demo world needs the group ${member.groupSlug}.`)
    return { ...member, groupId, joinedAt: joinedAt(place, now) }
  })
  const inserted = await tx
    .insertInto('members')
    .values(joining.map((person) => memberRow(person, passwordHash)))
    .returning(['id', 'username'])
    .execute()
  const idOf = new Map(inserted.map(({ id, username }) => [username, id]))
  return joining.flatMap((person) => {
    const id = idOf.get(person.username)
    return id === undefined ? [] : [{ ...person, id }]
  })
}

/** One newcomer about every eight days, at different hours, the last one three weeks ago. */
const joinedAt = (place: number, now: Date) =>
  inHours(inDays(now, (place - 19) * 8 - 21), -((place * 7) % 24))

function memberRow(person: Omit<Person, 'id'>, passwordHash: string): Insertable<Tables['members']> {
  return {
    username: person.username,
    email: person.email,
    password_hash: passwordHash,
    firstname: person.firstName,
    lastname: person.lastName,
    bio: person.bio,
    role: person.role,
    group_id: person.groupId,
    verified_at: inMinutes(person.joinedAt, 12),
    created_at: person.joinedAt,
  }
}

/** Everybody is in the own group, with consent, and in the group of one neighbour, as friends invite each other. */
async function insertMemberships(tx: Tx, people: Person[]): Promise<void> {
  const own = people.map((person) => ({
    group_id: person.groupId,
    member_id: person.id,
    is_moderator: person.username === demoModerator,
    joined_at: person.joinedAt,
  }))
  const invited = people.flatMap((person, place) => {
    const [friend] = friendsOf(people, place)
    if (friend === undefined || friend.groupId === person.groupId) return []
    const joined = inDays(laterOf(person.joinedAt, friend.joinedAt), 3)
    return [{ group_id: friend.groupId, member_id: person.id, is_moderator: false, joined_at: joined }]
  })
  await tx
    .insertInto('memberships')
    .values([...own, ...invited])
    .execute()
  const consents = people.map((person) => ({
    member_id: person.id,
    kind: groupConsentKind,
    wording: groupConsentWording,
    given_at: person.joinedAt,
  }))
  await tx.insertInto('consents').values(consents).execute()
}

async function insertFollows(tx: Tx, people: Person[]): Promise<void> {
  const follows = people.flatMap((person, place) =>
    friendsOf(people, place).map((friend, nth) => ({
      follower_id: person.id,
      followed_id: friend.id,
      created_at: inHours(laterOf(person.joinedAt, friend.joinedAt), 20 + nth * 53),
    })),
  )
  await tx.insertInto('follows').values(follows).execute()
}

/** Three to six each, the same in every demo world; some follow back, most do not. */
function friendsOf(people: Person[], place: number): Person[] {
  const steps = [1, 3, 19, 7, 12, 5].slice(0, 3 + (place % 4))
  return steps.flatMap((step) => people[(place + step) % people.length] ?? [])
}

const laterOf = (one: Date, other: Date) => (one > other ? one : other)
