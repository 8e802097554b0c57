import { describe, expect, onTestFinished, test } from 'vitest'
import { buildBlock, buildMember, updateMember, type Member } from '#api/test/builders/members.ts'
import { write } from '#api/test/builders/messages.ts'
import { listen } from '#api/test/events.ts'
import { expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

const two = async () => [await buildMember(app), await buildMember(app)] as const

async function open(member: Member) {
  const page = await listen(app, member)
  onTestFinished(page.hangUp)
  await page.untilNamed('unread')
  return page
}

const signal = (kind: 'typing' | 'presence', { token }: Member, userId: number | string) =>
  app.call('POST', `/messaging/${kind}/${userId}`, { token })

describe('an open page', () => {
  test('gets who is typing, and stores nothing', async () => {
    const [ada, bayo] = await two()
    const page = await open(bayo)
    expectOk(await signal('typing', ada, bayo.id))
    expect(await page.untilNamed('typing')).toEqual([{ id: null, event: 'typing', data: { userId: ada.id } }])
  })

  test('gets whether the other is online, while the other has a page open', async () => {
    const [ada, bayo] = await two()
    const hers = await open(ada)
    expectOk(await signal('presence', ada, bayo.id))
    const his = await open(bayo)
    expectOk(await signal('presence', ada, bayo.id))
    expect(await hers.untilNamed('presence')).toEqual([
      { id: null, event: 'presence', data: { userId: bayo.id } },
    ])
    await his.hangUp()
    expectOk(await signal('presence', ada, bayo.id))
    await write(app, ada, bayo)
    await hers.untilNamed('message')
    expect(hers.named('presence')).toHaveLength(1)
  })

  test.each([
    ['who has blocked them', (ada: Member, bayo: Member) => buildBlock(app, bayo, ada)],
    ['whom they have blocked', (ada: Member, bayo: Member) => buildBlock(app, ada, bayo)],
    [
      'who has switched it off',
      (_: Member, bayo: Member) => updateMember(app, bayo, { shows_presence: false }),
    ],
    [
      'after they switched it off themselves',
      (ada: Member) => updateMember(app, ada, { shows_presence: false }),
    ],
  ])('sends and gets nothing of somebody %s', async (_what, prepare) => {
    const [ada, bayo] = await two()
    const other = await buildMember(app)
    const [hers, his] = [await open(ada), await open(bayo)]
    await prepare(ada, bayo)
    for (const kind of ['typing', 'presence'] as const) expectOk(await signal(kind, ada, bayo.id))
    // What comes later shows that nothing came before.
    await write(app, other, bayo)
    await write(app, other, ada)
    await Promise.all([hers.untilNamed('message'), his.untilNamed('message')])
    expect(
      [...hers.events, ...his.events].filter(({ event }) => /typing|presence/.test(event ?? '')),
    ).toEqual([])
  })
})

test('signals to nobody are harmless, and a wrong id is a 400', async () => {
  const ada = await buildMember(app)
  for (const id of [ada.id, 987_654_321]) expectOk(await signal('typing', ada, id))
  for (const id of ['x', '0', '-1']) expectFailure(await signal('presence', ada, id), 400)
})

test('the switch is on at first, changes by the profile, and only its member sees it', async () => {
  const [ada, bayo] = await two()
  const path = `/user/${ada.id}`
  const { token } = ada
  expect((await app.call('GET', path, { token })).body.data).toMatchObject({ showPresence: true })
  expectOk(await app.call('PUT', `/user/update/${ada.id}`, { token, body: { showPresence: false } }))
  expect((await app.call('GET', path, { token })).body.data).toMatchObject({ showPresence: false })
  expect((await app.call('GET', path, { token: bayo.token })).body.data).not.toHaveProperty('showPresence')
})
