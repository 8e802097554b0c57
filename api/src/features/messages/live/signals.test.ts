import { describe, expect, test } from 'vitest'
import { buildBlock, buildMember, updateMember, type Member } from '#api/test/builders/members.ts'
import { write } from '#api/test/builders/messages.ts'
import { openPage } from '#api/test/events.ts'
import { expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

const two = async () => [await buildMember(app), await buildMember(app)] as const

const signal = (kind: 'typing' | 'presence', { token }: Member, userId: number | string) =>
  app.call('POST', `/messaging/${kind}/${userId}`, { token })

describe('an open page', () => {
  test('shows who is typing, which is not stored', async () => {
    const [ada, bayo] = await two()
    const page = await openPage(app, bayo)
    expectOk(await signal('typing', ada, bayo.id))
    expect(await page.untilNamed('typing')).toEqual([{ id: null, event: 'typing', data: { userId: ada.id } }])
  })

  test('shows whether the other has a page open', async () => {
    const [ada, bayo] = await two()
    const hers = await openPage(app, ada)
    expectOk(await signal('presence', ada, bayo.id))
    const his = await openPage(app, bayo)
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
  ])('sends and gets nothing for somebody %s', async (_what, prepare) => {
    const [ada, bayo] = await two()
    const other = await buildMember(app)
    const [hers, his] = [await openPage(app, ada), await openPage(app, bayo)]
    await prepare(ada, bayo)
    for (const kind of ['typing', 'presence'] as const) expectOk(await signal(kind, ada, bayo.id))
    // The order of events shows that nothing was sent before the later event.
    await write(app, other, bayo)
    await write(app, other, ada)
    await Promise.all([hers.untilNamed('message'), his.untilNamed('message')])
    expect(
      [...hers.events, ...his.events].filter(({ event }) => /typing|presence/.test(event ?? '')),
    ).toEqual([])
  })
})

test('signals to unknown members are harmless', async () => {
  const ada = await buildMember(app)
  for (const id of [ada.id, 987_654_321]) expectOk(await signal('typing', ada, id))
})

test('the setting is on by default and visible only to its member', async () => {
  const [ada, bayo] = await two()
  const path = `/user/${ada.id}`
  const { token } = ada
  expect((await app.call('GET', path, { token })).body.data).toMatchObject({ showPresence: true })
  expectOk(await app.call('PUT', `/user/update/${ada.id}`, { token, body: { showPresence: false } }))
  expect((await app.call('GET', path, { token })).body.data).toMatchObject({ showPresence: false })
  expect((await app.call('GET', path, { token: bayo.token })).body.data).not.toHaveProperty('showPresence')
})
