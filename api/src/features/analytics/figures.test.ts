import { expect, test } from 'vitest'
import * as accounts from '@rootsquare/contract/accounts'
import * as commentApi from '@rootsquare/contract/comments'
import * as posts from '@rootsquare/contract/posts'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import { dayDrift, figuresOf, foldNow, moveTo, readFigures } from '#api/test/builders/analytics.ts'
import {
  buildMember,
  buildSignUp,
  buildToken,
  codeIn,
  groupIdOf,
  mailsTo,
  password,
} from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { ban, suspend, unsuspend } from '#api/test/builders/moderation.ts'
import { sharedApp } from '#api/test/shared-app.ts'

type Person = { id: number; role: 'USER' | 'ADMIN' | 'SUPERADMIN'; token: string; username: string }

const app = await sharedApp()

/** Calls the API and requires a success. */
async function send(by: Person, path: string, body?: object, method = 'POST') {
  const answer = await app.call(method, path, { token: by.token, body })
  expect(answer, path).toMatchObject({ status: 200 })
  return answer
}

const remove = (by: Person, path: string) => send(by, path, undefined, 'DELETE')
const follow = (by: Person, { id }: Person) => send(by, `/user/follow/${id}`)
const unfollow = (by: Person, { id }: Person) => send(by, `/user/unfollow/${id}`)
const like = (by: Person, postId: number, liked = true) => send(by, `/post/like/${postId}`, { liked })
const comment = async (by: Person, postId: number) =>
  dataOf(commentApi.addComment, await send(by, `/post/comments/${postId}/create`, { comments: 'Well said' }))
    .id
const write = async (by: Person, groupId?: number) => {
  const path = groupId === undefined ? '/post/user/create' : `/post/group/${groupId}/create`
  return dataOf(posts.createPost, await send(by, path, { caption: 'Good day' })).id
}
const logIn = (username: string, userSecret = password) =>
  app.call('POST', '/login', { body: { username, userSecret } })

/** Signs in again, because tokens expire after a day. */
async function wake(moment: string, people: Person[]): Promise<void> {
  moveTo(app, moment)
  for (const person of people) person.token = await buildToken(app, person)
}

async function signUp(): Promise<Person> {
  const body = await buildSignUp(app)
  await app.call('POST', '/create/user', { body })
  const verificationCode = codeIn((await mailsTo(app, body.emailAddress))[0])
  await app.call('POST', '/signup/email/verify', { body: { verificationCode } })
  const session = dataOf(accounts.login, await logIn(body.username))
  return { id: session.user_id, role: 'USER', token: session.access_token, username: body.username }
}

/** Fixture from Sunday 27 to Wednesday: eve signs up on Monday through the API, and the others existed before. */
async function buildFixture() {
  moveTo(app, '2028-02-27T12:00:00Z')
  const [ada, bisi, chi] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const boss = await buildMember(app, { role: 'SUPERADMIN', group_id: null })
  return { ada, bisi, chi, boss, yoruba: await groupIdOf(app, 'yoruba'), igbo: await groupIdOf(app, 'igbo') }
}
type Fixture = Awaited<ReturnType<typeof buildFixture>>

async function liveMonday({ ada, bisi, chi, boss, yoruba, igbo }: Fixture) {
  await wake('2028-02-28T12:00:00Z', [ada, bisi, chi, boss])
  for (const [one, other] of [
    [bisi, ada],
    [bisi, ada],
    [chi, ada],
    [ada, bisi],
    [chi, bisi],
  ] as const)
    await follow(one, other)
  await unfollow(chi, ada)
  const [own, inGroup, bisis] = [await write(ada), await write(ada, yoruba), await write(bisi, yoruba)]
  for (const by of [bisi, chi, chi, ada]) await like(by, inGroup)
  for (const by of [bisi, chi]) await like(by, own)
  await like(chi, own, false)
  await comment(bisi, own)
  await comment(ada, inGroup)
  await comment(chi, inGroup)
  await remove(chi, `/post/comments/delete/${await comment(chi, inGroup)}`)
  for (const by of [chi, chi, bisi]) await send(by, `/groups/join/${igbo}`)
  await remove(bisi, `/groups/exit/${igbo}`)
  for (const secret of [password, password, 'Wrong#1horse']) await logIn(ada.username, secret)
  for (const days of [1, 7]) expect(await suspend(app, boss, chi, { days })).toMatchObject({ status: 200 })
  expect(await unsuspend(app, boss, chi)).toMatchObject({ status: 200 })
  return { eve: await signUp(), own, inGroup, bisis }
}
type Monday = Awaited<ReturnType<typeof liveMonday>>

async function liveTuesday({ ada, bisi, chi, boss, yoruba, igbo }: Fixture, monday: Monday) {
  const { eve } = monday
  // In Lagos it is half past midnight on the leap day.
  await wake('2028-02-28T23:30:00Z', [ada, bisi, chi, boss, eve])
  await like(chi, monday.bisis)
  await write(chi)
  await logIn(bisi.username)
  await wake('2028-02-29T12:00:00Z', [ada, bisi, chi, boss, eve])
  await like(bisi, monday.own, false)
  const deletedPost = await write(ada, yoruba)
  await like(bisi, deletedPost)
  await comment(chi, deletedPost)
  await follow(eve, ada)
  await like(eve, monday.inGroup)
  await comment(eve, monday.inGroup)
  const evesPost = await write(eve, igbo)
  await comment(ada, evesPost)
  await like(bisi, evesPost)
  return { deletedPost, evesPost }
}

type Figures = Record<string, Record<string, string>>

/** Expects the same figures before and after folding. */
async function expectFigures({ boss, ...fixture }: Fixture, eve: Person, expected: Figures): Promise<void> {
  const query = { startDate: '2028-02-25', endDate: '2028-03-05' }
  const read = async (name: string): Promise<[string, Record<string, string>]> => {
    const { ada, bisi, chi, yoruba, igbo } = fixture
    const people = new Map([
      ['ada', ada],
      ['bisi', bisi],
      ['chi', chi],
      ['eve', eve],
    ])
    const person = people.get(name)
    if (person) return [name, await readFigures(app, boss, `user/${person.id}`, query)]
    if (name === 'system') return [name, await readFigures(app, boss, name, query)]
    return [name, await readFigures(app, boss, `groups/${name === 'igbo' ? igbo : yoruba}`, query)]
  }
  const all = async () => Object.fromEntries(await Promise.all(Object.keys(expected).map(read)))
  const whole = Object.fromEntries(
    Object.entries(expected).map(([name, some]) => [name, withZeros(name, some)]),
  )
  expect(await all()).toEqual(whole)
  expect(await dayDrift(app)).toEqual([])
  await foldNow(app)
  expect(await app.deps.db.selectFrom('day_changes').selectAll().execute()).toEqual([])
  expect(await all()).toEqual(whole)
  expect(await dayDrift(app)).toEqual([])
}

const kindOf = new Map<string, 'system' | 'groups'>([
  ['system', 'system'],
  ['yoruba', 'groups'],
  ['igbo', 'groups'],
])

/** Figures that are not listed have no days. */
function withZeros(name: string, some: Record<string, string>) {
  const figures = figuresOf[kindOf.get(name) ?? 'user']
  return { ...Object.fromEntries(figures.split(' ').map((figure) => [figure, ''])), ...some }
}

const onTuesday: Figures = {
  system: {
    signups: '02-27 4, 02-28 1',
    logins: '02-28 3, 02-29 1',
    posts: '02-28 3, 02-29 3',
    'group-memberships': '02-27 3, 02-28 2',
    suspensions: '02-28 2',
  },
  yoruba: {
    membership: '02-27 3',
    posts: '02-28 2, 02-29 1',
    comments: '02-28 2, 02-29 2',
    likes: '02-28 3, 02-29 3',
  },
  igbo: { membership: '02-28 2', posts: '02-29 1', comments: '02-29 1', likes: '02-29 1' },
  ada: {
    followers: '02-28 1, 02-29 1',
    follows: '02-28 1',
    posts: '02-28 2, 02-29 1',
    'group-posts': '02-28 1, 02-29 1',
    'given-comments': '02-28 1, 02-29 1',
    'received-comments': '02-28 3, 02-29 2',
    'given-likes': '02-28 1',
    'received-likes': '02-28 3, 02-29 2',
    logins: '02-28 2',
  },
  bisi: {
    followers: '02-28 2',
    follows: '02-28 1',
    posts: '02-28 1',
    'group-posts': '02-28 1',
    'given-comments': '02-28 1',
    'given-likes': '02-28 1, 02-29 2',
    'received-likes': '02-29 1',
    logins: '02-29 1',
  },
  chi: {
    follows: '02-28 1',
    posts: '02-29 1',
    'given-comments': '02-28 1, 02-29 1',
    'given-likes': '02-28 1, 02-29 1',
  },
}

/** A post is deleted with its comments and likes, and eve is banned, so what others left on her post is hidden. */
const onWednesday: Figures = {
  system: {
    ...onTuesday['system'],
    logins: '02-28 3, 02-29 1, 03-01 1',
    posts: '02-28 3, 02-29 1',
    'group-memberships': '02-27 3, 02-28 1',
    bans: '03-01 1',
  },
  yoruba: { membership: '02-27 3', posts: '02-28 2', comments: '02-28 2', likes: '02-28 3, 02-29 1' },
  igbo: { membership: '02-28 1' },
  ada: {
    ...onTuesday['ada'],
    followers: '02-28 1',
    posts: '02-28 2',
    'group-posts': '02-28 1',
    'received-comments': '02-28 3',
    'given-comments': '02-28 1',
    'received-likes': '02-28 3',
  },
  bisi: { ...onTuesday['bisi'], 'given-likes': '02-28 1' },
  chi: { ...onTuesday['chi'], 'given-comments': '02-28 1', logins: '03-01 1' },
  eve: { logins: '02-28 1' },
}

/**
 * When an operator revokes the ban, the content of eve and the comments and likes on it are counted again on their days.
 */
const unbanned: Figures = {
  system: { ...onWednesday['system'], posts: '02-28 3, 02-29 2' },
  yoruba: { ...onWednesday['yoruba'], comments: '02-28 2, 02-29 1' },
  igbo: { ...onWednesday['igbo'], posts: '02-29 1', comments: '02-29 1', likes: '02-29 1' },
  ada: {
    ...onWednesday['ada'],
    'given-comments': '02-28 1, 02-29 1',
    'received-comments': '02-28 3, 02-29 1',
  },
  bisi: { ...onWednesday['bisi'], 'given-likes': '02-28 1, 02-29 1' },
  eve: {
    ...onWednesday['eve'],
    posts: '02-29 1',
    'group-posts': '02-29 1',
    'given-comments': '02-29 1',
    'received-comments': '02-29 1',
    'received-likes': '02-29 1',
  },
}

/** When Chi is erased, only the log-ins and suspensions are still counted, because they happened. */
const withoutChi: Figures = {
  system: {
    ...unbanned['system'],
    signups: '02-27 3, 02-28 1',
    posts: '02-28 3, 02-29 1',
    'group-memberships': '02-27 2',
  },
  yoruba: { membership: '02-27 2', posts: '02-28 2', comments: '02-28 1, 02-29 1', likes: '02-28 2' },
  igbo: { ...unbanned['igbo'], membership: '' },
  ada: { ...unbanned['ada'], 'received-comments': '02-28 2, 02-29 1', 'received-likes': '02-28 2' },
  bisi: { ...unbanned['bisi'], followers: '02-28 1', 'received-likes': '' },
}

test('counts each action on its day in Lagos, even if it was undone', async () => {
  const fixture = await buildFixture()
  const { ada, chi, boss } = fixture
  const monday = await liveMonday(fixture)
  const { eve } = monday
  const { deletedPost, evesPost } = await liveTuesday(fixture, monday)
  await expectFigures(fixture, eve, onTuesday)

  await wake('2028-03-01T12:00:00Z', [ada, chi, boss])
  await remove(ada, `/post/delete/${deletedPost}`)
  expect(await ban(app, boss, eve)).toMatchObject({ status: 200 })
  expectFailure(await ban(app, boss, eve), 409, 'ALREADY_BANNED')
  expectFailure(await app.call('POST', `/post/like/${evesPost}`, { token: ada.token }), 404)
  await logIn(chi.username)
  await send(chi, '/user/close-account', { password }, 'PUT')
  await expectFigures(fixture, eve, onWednesday)

  const { db } = app.deps
  await db.updateTable('members').set({ banned_at: null }).where('id', '=', eve.id).execute()
  await expectFigures(fixture, eve, unbanned)

  await wake('2028-04-01T12:00:00Z', [boss])
  await eraseClosed.run(app.deps, {})
  await expectFigures(fixture, eve, withoutChi)
  const ofChi = db.selectFrom('day_counts').select('metric').where('subject_id', '=', chi.id)
  const left = (await ofChi.execute()).filter(({ metric }) => metric.startsWith('user.'))
  expect(left).toEqual([])
  expectFailure(await app.call('GET', `/user/${chi.id}/logins`, { token: boss.token }), 404)
})
