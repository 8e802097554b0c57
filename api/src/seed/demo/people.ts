import { sql, type Insertable } from 'kysely'
import { groupConsentKind, groupConsentWording } from '@rootsquare/contract/accounts'
import type { Tx } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import { inDays, inHours, inMinutes } from '#api/ports/clock/clock.ts'
import type { DemoMember } from '../seed-files.ts'

export type Person = DemoMember & { id: number; groupId: number; joinedAt: Date }

/** The members of the demo data. `find` returns a member whom the files name. */
export type DemoMembers = { people: Person[]; find: (username: string) => Person; now: Date }

export const demoModerator = 'bose.akande'

export async function insertPeople(
  tx: Tx,
  members: DemoMember[],
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<Person[]> {
  const groups = await tx.selectFrom('groups').select(['id', 'slug']).execute()
  const joining = members.map((member, place) => {
    const groupId = groups.find((group) => group.slug === member.groupSlug)?.id
    if (groupId === undefined) throw new Error(`The demo data needs the group ${member.groupSlug}.`)
    return { ...member, groupId, joinedAt: joinedAt(place, now) }
  })
  const inserted = await tx
    .insertInto('members')
    .values(joining.map((person) => memberRow(person, passwordHash)))
    .returning(['id', 'username'])
    .execute()
  const idOf = new Map(inserted.map(({ id, username }) => [username, id]))
  return joining.map((person) => ({ ...person, id: idOf.get(person.username) ?? 0 }))
}

export function personFinder(people: Person[]): DemoMembers['find'] {
  const known = new Map(people.map((person) => [person.username, person]))
  return (username) => {
    const person = known.get(username)
    if (!person) throw new Error(`The demo data knows no ${username}.`)
    return person
  }
}

export function groupOf({ people }: DemoMembers, slug: string): number {
  const member = people.find(({ groupSlug }) => groupSlug === slug)
  if (!member) throw new Error(`Nobody of the demo data is in the group ${slug}.`)
  return member.groupId
}

/** Returns when a member joined: one about every eight days, at different hours, the last one three weeks ago. */
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

/** Adds all members to their own group, with consent, and to groups of others who invited them. */
export async function insertMemberships(tx: Tx, { people }: DemoMembers): Promise<void> {
  const own = people.map((person) => ({
    group_id: person.groupId,
    member_id: person.id,
    is_moderator: person.username === demoModerator,
    joined_at: person.joinedAt,
  }))
  const invited = people.flatMap((person, place) =>
    hostsOf(people, place).map((host, nth) => ({
      group_id: host.groupId,
      member_id: person.id,
      is_moderator: false,
      joined_at: inDays(laterOf(person.joinedAt, host.joinedAt), 2 + nth * 4),
    })),
  )
  await tx.insertInto('memberships').values(own.concat(invited)).execute()
  await sql`
    insert into consents (member_id, kind, wording, given_at)
    select id, ${groupConsentKind}, ${groupConsentWording}, created_at from members`.execute(tx)
}

/** Makes the groups older than their first members, because the seed has only just inserted them. */
export async function backdateGroups(tx: Tx, { people }: DemoMembers): Promise<void> {
  const [first] = people.map(({ joinedAt }) => joinedAt).toSorted((one, other) => Number(one) - Number(other))
  if (first === undefined) return
  await tx
    .updateTable('groups')
    .set({ created_at: inDays(first, -7) })
    .execute()
}

/** Inserts log-ins. Every member logs in at an interval of their own, of two to six days. */
export async function insertLogins(tx: Tx, { people, now }: DemoMembers): Promise<void> {
  const logins = people.flatMap((person, place) =>
    Array.from({ length: 100 }, (_, nth) => ({
      member_id: person.id,
      created_at: inHours(person.joinedAt, 1 + nth * (48 + ((place * 13) % 97))),
    })).filter(({ created_at }) => created_at < now),
  )
  await tx.insertInto('logins').values(logins).execute()
}

/** Returns one to four members whom this one does not follow, so that their groups bring other authors into the feed. */
const hostsOf = (people: Person[], place: number) =>
  [4, 6, 11, 16]
    .slice(0, 1 + ((place * 3 + 2) % 4))
    .flatMap((step) => people[(place + step) % people.length] ?? [])

export async function insertFollows(tx: Tx, { people }: DemoMembers): Promise<void> {
  const follows = people.flatMap((person, place) =>
    friendsOf(people, place).map((friend, nth) => ({
      follower_id: person.id,
      followed_id: friend.id,
      created_at: inHours(laterOf(person.joinedAt, friend.joinedAt), 20 + nth * 43),
    })),
  )
  await tx.insertInto('follows').values(follows).execute()
}

/** Returns five to ten members, the same each time the demo data is made. Some follow back, most do not. */
function friendsOf(people: Person[], place: number): Person[] {
  const steps = [1, 3, 19, 7, 12, 5, 9, 2, 15, 17].slice(0, 5 + ((place * 5 + 3) % 6))
  return steps.flatMap((step) => people[(place + step) % people.length] ?? [])
}

const laterOf = (one: Date, other: Date) => (one > other ? one : other)
