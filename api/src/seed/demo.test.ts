import { sql } from 'kysely'
import { groupConsentWording } from '@rootsquare/contract/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { buildMember } from '#api/test/build.ts'
import { testApp } from '#api/test/test-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { demoLogins, demoPassword, seedDemo } from './demo.ts'

async function ownApp(besides?: { url: string }): Promise<TestApp> {
  const app = await testApp({ besides })
  onTestFinished(() => app.stop())
  return app
}

/** Every row of the demo world but the salted password hashes. */
async function world({ deps: { db } }: TestApp) {
  const tables = ['members', 'memberships', 'follows', 'consents'] as const
  const read = tables.map(async (table) => {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(it) - 'password_hash' as row from ${sql.table(table)} as it order by 1
    `.execute(db)
    return [table, rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

async function drift({ deps: { db } }: TestApp) {
  const { rows } = await sql`
    select 'members' as what, id from members
     where groups_count <> (select count(*) from memberships where member_id = members.id)
        or following_count <> (select count(*) from follows where follower_id = members.id)
        or followers_count <> (select count(*) from follows where followed_id = members.id)
    union all
    select 'groups', id from groups where members_count <> (select count(*) from memberships where group_id = groups.id)
  `.execute(db)
  return rows
}

test('an empty database gets the 20 members of the demo world, with counters that equal a recount', async () => {
  const app = await ownApp()
  await seedDemo(app.deps)
  const { members, memberships, follows, consents } = await world(app)
  expect(members).toHaveLength(20)
  expect(memberships?.length).toBeGreaterThan(20)
  expect(follows?.length).toBeGreaterThan(60)
  expect(consents).toHaveLength(20)
  expect(await drift(app)).toEqual([])
})

test('every demo member is verified, with a bio, in the own group and with consent to keep it', async () => {
  const app = await ownApp()
  await seedDemo(app.deps)
  const people = await app.deps.db
    .selectFrom('members')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.member_id', '=', 'members.id')
        .onRef('memberships.group_id', '=', 'members.group_id'),
    )
    .innerJoin('consents', 'consents.member_id', 'members.id')
    .select([
      'username',
      'bio',
      'members.created_at',
      'verified_at',
      'joined_at',
      'given_at',
      'kind',
      'wording',
    ])
    .execute()
  expect(people).toHaveLength(20)
  for (const person of people) {
    expect(person.bio).toBeTruthy()
    expect(person.verified_at).not.toBeNull()
    expect(person).toMatchObject({ joined_at: person.created_at, given_at: person.created_at })
    expect(person).toMatchObject({ kind: 'ethnic-group', wording: groupConsentWording })
  }
})

test('nothing in the demo world happens in the future, and no follow or membership before both were there', async () => {
  const app = await ownApp()
  await seedDemo(app.deps)
  const now = app.clock.now()
  const { db } = app.deps
  const members = await db.selectFrom('members').select(['id', 'created_at']).execute()
  const startOf = new Map(members.map((member) => [member.id, member.created_at]))
  const early = (id: number, time: Date) => time < (startOf.get(id) ?? now)
  const follows = await db.selectFrom('follows').selectAll().execute()
  const tooEarly = follows.filter(
    (row) => early(row.follower_id, row.created_at) || early(row.followed_id, row.created_at),
  )
  expect(tooEarly).toEqual([])
  const memberships = await db.selectFrom('memberships').selectAll().execute()
  expect(memberships.filter((row) => early(row.member_id, row.joined_at))).toEqual([])
  const times = [
    ...startOf.values(),
    ...follows.map((row) => row.created_at),
    ...memberships.map((row) => row.joined_at),
  ]
  expect(times.filter((time) => time >= now)).toEqual([])
  const months = new Set(members.map((member) => member.created_at.toISOString().slice(0, 7)))
  expect(months.size).toBeGreaterThanOrEqual(5)
})

test('the printed log-ins work with the one password and have their roles', async () => {
  const app = await ownApp()
  await seedDemo(app.deps)
  for (const { username, role } of demoLogins) {
    const { status, body } = await app.call('POST', '/login', {
      body: { username, userSecret: demoPassword },
    })
    expect({ username, status, roles: body.data?.roles }).toEqual({ username, status: 200, roles: [role] })
  }
  const moderators = await app.deps.db
    .selectFrom('memberships')
    .innerJoin('members', 'members.id', 'member_id')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .select(['username', 'groups.name'])
    .where('is_moderator', '=', true)
    .execute()
  expect(moderators).toEqual([{ username: 'bose.akande', name: 'Yoruba' }])
})

test('a second start changes nothing', async () => {
  const app = await ownApp()
  await seedDemo(app.deps)
  const before = await world(app)
  await seedDemo(app.deps)
  expect(await world(app)).toEqual(before)
})

test('five starts on two nodes at once make one demo world', async () => {
  const app = await ownApp()
  const other = await ownApp({ url: app.databaseUrl })
  await Promise.all([app, other, app, other, app].map(({ deps }) => seedDemo(deps)))
  expect((await world(app)).members).toHaveLength(20)
  expect(await drift(app)).toEqual([])
})

test('a database with one member stays as it is', async () => {
  const app = await ownApp()
  await buildMember(app)
  const before = await world(app)
  await seedDemo(app.deps)
  expect(await world(app)).toEqual(before)
})

test('cut half way it leaves nobody behind, and then runs again', async () => {
  const app = await ownApp()
  const { db } = app.deps
  await sql`alter table follows add constraint cut check (false) not valid`.execute(db)
  await expect(seedDemo(app.deps)).rejects.toThrow('cut')
  expect((await world(app)).members).toEqual([])
  await sql`alter table follows drop constraint cut`.execute(db)
  await seedDemo(app.deps)
  expect((await world(app)).members).toHaveLength(20)
})
