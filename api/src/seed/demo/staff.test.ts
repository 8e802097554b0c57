import { sql } from 'kysely'
import { listAudit, listSuspended } from '@rootsquare/contract/moderation'
import { listReports } from '@rootsquare/contract/reports'
import { login } from '@rootsquare/contract/accounts'
import { expect, test } from 'vitest'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { demoPassword, insertDemo } from './demo.ts'
import { demoSuspension } from './reports.ts'

const app = await sharedApp()
await insertDemo(app.deps)

const enter = (username: string) =>
  app.call('POST', '/login', { body: { username, userSecret: demoPassword } })

async function logIn(username: string): Promise<string> {
  return dataOf(login, await enter(username)).access_token
}

test('admins see reports of every kind, the moderator those of the own group', async () => {
  const request = { token: await logIn('ene.ochigbo'), query: { size: '50' } }
  const { content } = dataOf(listReports, await app.call('GET', '/messaging/reported/post', request))
  const kinds = content.map(
    ({ targetType, addressed }) => `${targetType} ${addressed ? 'addressed' : 'open'}`,
  )
  expect(
    Object.fromEntries(
      Map.groupBy(kinds, String)
        .entries()
        .map(([kind, all]) => [kind, all.length]),
    ),
  ).toEqual({
    'post open': 5,
    'post addressed': 2,
    'comment open': 1,
    'comment addressed': 1,
    'chat addressed': 1,
    'item open': 1,
    'user open': 1,
    'user addressed': 1,
  })
  const moderating = { token: await logIn('bose.akande') }
  const own = dataOf(listReports, await app.call('GET', '/messaging/reported/post', moderating))
  expect(
    own.content.map(({ createdBy, groupName, addressed, can }) => [
      createdBy,
      groupName,
      addressed,
      can.resolve,
    ]),
  ).toEqual([
    ['falmata.k', 'Yoruba', false, true],
    ['oyiza.s', 'Yoruba', true, false],
    ['aissatu.b', 'Yoruba', false, true],
  ])
})

test('one member is suspended and has no open report', async () => {
  const { username, by, reason } = demoSuspension
  const request = { token: await logIn('ene.ochigbo') }
  const { content } = dataOf(listSuspended, await app.call('GET', '/user/admin/suspended-users', request))
  expect(content).toMatchObject([{ username, suspenderUserName: by, reasonForSuspension: reason }])
  expectFailure(await enter(username), 403, 'ACCOUNT_SUSPENDED')
  const { rows } = await sql`
    select from reports join members on members.id = reported_id where username = ${username} and closed_at is null
  `.execute(app.deps.db)
  expect(rows).toEqual([])
})

test('reporters of closed reports got a message', async () => {
  const suspended = await app.deps.db
    .selectFrom('messages')
    .innerJoin('members', 'members.id', 'receiver_id')
    .select('username')
    .where('body', 'like', 'Thank you for your report%')
    .orderBy('messages.id')
    .execute()
  expect(suspended.map(({ username }) => username)).toEqual([
    'danjuma.g',
    'aissatu.b',
    'oyiza.s',
    'danjuma.g',
    'rimamnde',
  ])
})

test('the log has every action in the order of time', async () => {
  const request = { token: await logIn('tunde.adeleye'), query: { size: '50' } }
  const { content } = dataOf(listAudit, await app.call('GET', '/user/admin/audit', request))
  expect(content.map(({ action, actorUsername, username }) => [action, actorUsername, username])).toEqual([
    ['SUSPEND_USER', 'ene.ochigbo', 'pwaveno'],
    ['RESOLVE_REPORT', 'bose.akande', 'pwaveno'],
    ['RESOLVE_REPORT', 'ene.ochigbo', 'pwaveno'],
    ['RESOLVE_REPORT', 'ene.ochigbo', 'rimamnde'],
    ['WRITE_SECTION', 'bose.akande', null],
    ['ACCEPT_PROPOSAL', 'ene.ochigbo', 'adaeze.n'],
    ['DECLINE_PROPOSAL', 'bose.akande', 'pwaveno'],
    ['WRITE_SECTION', 'ene.ochigbo', null],
    ['WRITE_SECTION', 'ene.ochigbo', null],
    ['WRITE_SECTION', 'bose.akande', null],
    ['WRITE_SECTION', 'bose.akande', null],
    ['MAKE_MODERATOR', 'tunde.adeleye', 'bose.akande'],
  ])
  const times = content.map(({ createdDate }) => Date.parse(createdDate))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  expect(times.filter((time) => time >= app.clock.now().getTime())).toEqual([])
})

test('no report is older than its target or its reporter', async () => {
  const { rows } = await sql`
    select reports.id from reports
      join members as reporter on reporter.id = reporter_id
      join members as reported on reported.id = reported_id
      left join posts on target_type = 'post' and posts.id = target_id
      left join comments on target_type = 'comment' and comments.id = target_id
      left join messages on target_type = 'chat' and messages.id = target_id
      left join items on target_type = 'item' and items.id = target_id
     where reports.created_at <= greatest(reporter.created_at, reported.created_at, posts.created_at,
             comments.created_at, messages.created_at, items.created_at)
        or closed_at <= reports.created_at
  `.execute(app.deps.db)
  expect(rows).toEqual([])
})
