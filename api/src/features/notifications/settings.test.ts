import { expect, test } from 'vitest'
import { getNotificationSettings, notificationKinds } from '@rootsquare/contract/notifications'
import { buildMember, buildPost, type Member } from '#api/test/builders/members.ts'
import { like, notificationsOf } from '#api/test/builders/notifications.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const path = '/notifications/settings'

const settingsOf = async ({ token }: Member) =>
  dataOf(getNotificationSettings, await app.call('GET', path, { token })).kinds

const change = ({ token }: Member, kinds: unknown) => app.call('PUT', path, { token, body: { kinds } })

test('all settings are on by default and change independently', async () => {
  const member = await buildMember(app)
  const allOn = {
    ...Object.fromEntries(notificationKinds.map((kind) => [kind, { inApp: true, push: true, mail: true }])),
    MESSAGE: { push: true, mail: true },
  }
  expect(await settingsOf(member)).toEqual(allOn)
  expectOk(await change(member, { LIKE: { push: false }, SHOUT: { push: false }, WAVE: 'no', ORDER: {} }))
  await Promise.all([change(member, { LIKE: { mail: false } }), change(member, { FOLLOW: { inApp: false } })])
  expect(await settingsOf(member)).toEqual({
    ...allOn,
    LIKE: { inApp: true, push: false, mail: false },
    FOLLOW: { inApp: false, push: true, mail: true },
  })
  expectOk(await change(member, { LIKE: { push: true, mail: true }, FOLLOW: { inApp: true } }))
  expect(await settingsOf(member)).toEqual(allOn)
})

test('messages have a switch for pushes and one for mails', async () => {
  const member = await buildMember(app)
  expectOk(await change(member, { MESSAGE: { push: false, inApp: false } }))
  expect((await settingsOf(member)).MESSAGE).toEqual({ push: false, mail: true })
  await Promise.all([
    change(member, { MESSAGE: { push: true } }),
    change(member, { MESSAGE: { mail: false } }),
  ])
  expect((await settingsOf(member)).MESSAGE).toEqual({ push: true, mail: false })
})

test('messages are no kind that the list knows', async () => {
  const { token } = await buildMember(app)
  expectFailure(await app.call('GET', '/notifications', { token, query: { kinds: 'MESSAGE' } }), 400)
})

test.each([
  { LIKE: { push: 'no' } },
  { LIKE: null },
  { MESSAGE: { push: 'no' } },
  { MESSAGE: { mail: 1 } },
  { MESSAGE: null },
  { MESSAGE: true },
  [],
  'all',
  undefined,
])('rejects %j', async (kinds) => {
  expectFailure(await change(await buildMember(app), kinds), 400)
})

test('a kind that is off creates no rows', async () => {
  const [author, fan, second] = [await buildMember(app), await buildMember(app), await buildMember(app)]
  const [liked, later] = [await buildPost(app, author), await buildPost(app, author)]
  await like(app, fan, liked)
  await change(author, { LIKE: { inApp: false } })
  await like(app, second, liked)
  await like(app, fan, later)
  expect(await notificationsOf(app, author)).toMatchObject([{ target: { id: liked.id }, actorCount: 1 }])
  await change(author, { LIKE: { inApp: true } })
  await like(app, second, later)
  expect(await notificationsOf(app, author)).toHaveLength(2)
})
