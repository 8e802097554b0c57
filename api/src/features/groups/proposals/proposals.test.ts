import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/sections'
import type { SectionName } from '@rootsquare/contract/sections'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import {
  buildGroup,
  buildMember,
  buildMembership,
  buildModerator,
  buildSeveral,
  groupIdOf,
  systemMessagesTo,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const admin = await buildMember(app, { role: 'ADMIN' })

type Ids = number | string
const propose = (groupId: Ids, { token }: Member, body: unknown) =>
  app.call('POST', `/groups/${groupId}/page/propose`, { token, body })
const list = ({ token }: Member, query: Record<string, Ids> = {}) =>
  app.call('GET', '/groups/proposals', { token, query })
const decide = (id: Ids, { token }: Member, body: unknown) =>
  app.call('PATCH', `/groups/proposals/${id}`, { token, body })
const write = (groupId: number, { token }: Member, body: unknown) =>
  app.call('POST', `/groups/${groupId}/page/create`, { token, body })

const draft = (description: string, name: SectionName = 'Diet') => ({ name, detail: '', description })
const proposed = async (groupId: number, member: Member, body: unknown = draft('Soup')) =>
  dataOf(api.proposeSection, await propose(groupId, member, body))
const accept = (id: number, member: Member) => decide(id, member, { state: 'ACCEPTED' })
const decline = (id: number, member: Member, reason?: string) =>
  decide(id, member, { state: 'DECLINED', reason })
const listed = async (member: Member, query: Record<string, Ids> = {}) =>
  dataOf(api.listProposals, await list(member, query)).content
const idsFor = async (member: Member, query: Record<string, Ids> = {}) =>
  (await listed(member, query)).map(({ id }) => id)

async function versionsOf(groupId: number, name: SectionName = 'Diet') {
  const answer = await app.call('GET', `/groups/${groupId}/page/${encodeURIComponent(name)}/history`, {
    token: admin.token,
  })
  return dataOf(api.listVersions, answer).content
}

async function standsIn(groupId: number, name: SectionName = 'Diet') {
  const page = dataOf(api.getGroupPage, await app.call('GET', `/groups/page/${groupId}`))
  return page.find((section) => section.name === name)
}

async function nameOf(groupId: number): Promise<string> {
  const groups = app.deps.db.selectFrom('groups').select('name').where('id', '=', groupId)
  return (await groups.executeTakeFirstOrThrow()).name
}

/** Creates a group with a moderator and a member. */
async function ground() {
  const groupId = await buildGroup(app)
  return {
    groupId,
    moderator: await buildModerator(app, { group_id: groupId }),
    member: await buildMember(app, { group_id: groupId }),
  }
}

async function ban({ id }: Member) {
  await updateMember(app, { id }, { banned_at: app.clock.now() })
}

describe('POST /groups/{id}/page/propose', () => {
  test('a member proposes a change without changing the section', async () => {
    const { groupId, member } = await ground()
    await write(groupId, admin, { name: 'Diet', detail: 'Lead', description: 'Beans' })
    const before = await standsIn(groupId)
    const answer = await propose(groupId, member, {
      name: 'Diet',
      detail: ' New lead ',
      description: 'Ẹ̀wà àgànyìn',
      note: ' My mother’s way ',
      basedOn: before?.versionId,
    })
    expect(answer.body).toMatchObject({ message: 'Thank you. The moderators will look at it.' })
    expect(dataOf(api.proposeSection, answer)).toEqual({
      id: expect.any(Number),
      groupId,
      groupName: await nameOf(groupId),
      name: 'Diet',
      detail: 'New lead',
      description: 'Ẹ̀wà àgànyìn',
      note: 'My mother’s way',
      state: 'OPEN',
      reason: null,
      userId: member.id,
      username: member.username,
      firstname: member.firstname,
      lastname: member.lastname,
      profileImage: null,
      decidedBy: null,
      decidedDate: null,
      createdDate: expect.any(String),
      current: { detail: 'Lead', description: 'Beans' },
      isStale: false,
      can: { decide: false },
    })
    expect(await standsIn(groupId)).toEqual(before)
  })

  test('a moderator proposes too, and may decide on it', async () => {
    const { groupId, moderator } = await ground()
    expect(await proposed(groupId, moderator)).toMatchObject({ note: '', can: { decide: true } })
  })

  test('rejects a proposal by a non-member of any role', async () => {
    const { groupId } = await ground()
    for (const outsider of [
      await buildMember(app),
      admin,
      await buildModerator(app, { group_id: await buildGroup(app) }),
    ]) {
      const rejected = await propose(groupId, outsider, draft('Soup'))
      expect(expectFailure(rejected, 403, 'NOT_A_MEMBER').message).toBe(
        'Join this group to propose a change.',
      )
    }
    expect(await listed(admin, { groupId })).toEqual([])
  })

  test('rejects the current text, and a text based on an older version', async () => {
    const { groupId, member } = await ground()
    expect(expectFailure(await propose(groupId, member, draft(' ')), 400).message).toBe(
      'The section already says this.',
    )
    const first = dataOf(api.writeSection, await write(groupId, admin, draft('Beans')))
    expectFailure(await propose(groupId, member, draft('Beans')), 400)
    await write(groupId, admin, draft('Yam'))
    for (const basedOn of [null, first.versionId]) {
      expectFailure(await propose(groupId, member, { ...draft('Soup'), basedOn }), 409, 'STALE')
    }
    expect(await proposed(groupId, member)).toMatchObject({ isStale: false, current: { description: 'Yam' } })
  })

  test('rejects a second open proposal of the same text', async () => {
    const { groupId, member, moderator } = await ground()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => propose(groupId, member, draft('Soup'))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const rejected of answers.filter(({ status }) => status !== 200)) {
      expect(expectFailure(rejected, 409, 'CONFLICT').message).toBe(
        'You have proposed this already. The moderators will look at it.',
      )
    }
    const [id] = await idsFor(member)
    await proposed(groupId, moderator)
    await proposed(groupId, member, draft('Soup', 'About'))
    await proposed(groupId, member, draft('Stew'))
    await decline(id ?? 0, moderator)
    await proposed(groupId, member)
    expect(await listed(admin, { groupId, state: 'OPEN' })).toHaveLength(4)
  })

  test.each([
    ['a lead that is one character too long', { ...draft('x'), detail: 'x'.repeat(301) }],
    ['a text that is one character too long', draft('x'.repeat(20_001))],
    ['a note that is one character too long', { ...draft('x'), note: 'x'.repeat(301) }],
  ])('rejects %s', async (_, body) => {
    const { groupId, member } = await ground()
    expectFailure(await propose(groupId, member, body), 400)
    expect(await listed(member)).toEqual([])
  })

  test.each([987_654_321, Number.MAX_SAFE_INTEGER])(
    'answers 404 for the group or proposal %s',
    async (id) => {
      expectFailure(await propose(id, admin, draft('x')), 404)
      expectFailure(await list(admin, { groupId: id }), 404)
      expectFailure(await accept(id, admin), 404)
    },
  )
})

describe('GET /groups/proposals', () => {
  test('shows members their own, moderators those of their group, and staff all', async () => {
    const [here, there] = [await ground(), await ground()]
    const one = await proposed(here.groupId, here.member)
    const two = await proposed(there.groupId, there.member)
    const own = await proposed(here.groupId, here.moderator, draft('Stew'))
    const { moderator } = here
    await buildMembership(app, moderator, there.groupId)
    const abroad = await proposed(there.groupId, moderator, draft('Rice'))
    expect(await idsFor(here.member)).toEqual([one.id])
    expect(await idsFor(moderator)).toEqual([abroad.id, own.id, one.id])
    expect(await idsFor(moderator, { groupId: there.groupId })).toEqual([abroad.id])
    expect(await idsFor(there.moderator)).toEqual([abroad.id, two.id])
    expect((await idsFor(admin)).slice(0, 4)).toEqual([abroad.id, own.id, two.id, one.id])
    const can = async (member: Member) =>
      Object.fromEntries((await listed(member)).map(({ id, can: { decide: may } }) => [id, may]))
    expect(await can(here.member)).toEqual({ [one.id]: false })
    expect(await can(moderator)).toEqual({ [one.id]: true, [own.id]: true, [abroad.id]: false })
  })

  test('lists open proposals oldest first, others newest first', async () => {
    const { groupId, member, moderator } = await ground()
    const ids = []
    for (const text of ['1', '2', '3', '4']) ids.push((await proposed(groupId, member, draft(text))).id)
    await decline(ids[1] ?? 0, moderator)
    const [first, second, third, fourth] = ids
    expect(await idsFor(moderator, { state: 'OPEN' })).toEqual([first, third, fourth])
    expect(await idsFor(moderator, { state: 'DECLINED' })).toEqual([second])
    expect(await idsFor(moderator, { state: 'ACCEPTED' })).toEqual([])
    await accept(third ?? 0, moderator)
    expect(await idsFor(moderator, { state: 'DECIDED' })).toEqual([third, second])
    expect(await idsFor(member, { state: 'DECIDED', groupId })).toEqual([third, second])
    expect(await idsFor(moderator, { state: 'OPEN' })).toEqual([first, fourth])
    expect(await idsFor(moderator)).toEqual([fourth, third, second, first])
    const page = dataOf(api.listProposals, await list(moderator, { state: 'OPEN', size: 1, page: 1 }))
    expect(page).toMatchObject({ totalElements: 2, totalPages: 2, number: 1, last: true })
    expect(page.content.map(({ id }) => id)).toEqual([fourth])
  })

  test('hides open proposals of banned members', async () => {
    const { groupId, member, moderator } = await ground()
    const [decided, open] = [
      await proposed(groupId, member, draft('One')),
      await proposed(groupId, member, draft('Two')),
    ]
    await accept(decided.id, moderator)
    await ban(member)
    expect(await idsFor(moderator)).toEqual([decided.id])
    expect(dataOf(api.listProposals, await list(admin, { groupId })).totalElements).toBe(1)
    expectFailure(await accept(open.id, moderator), 404)
    expectFailure(await accept(open.id, admin), 404)
    expect((await versionsOf(groupId)).map(({ description }) => description)).toEqual(['One'])
  })
})

describe('PATCH /groups/proposals/{id}', () => {
  test('an accepted proposal becomes the current text by its proposer', async () => {
    const { groupId, member, moderator } = await ground()
    const proposal = await proposed(groupId, member, { ...draft('Bitterleaf', 'Art & Craft'), note: 'Why' })
    app.clock.move(60_000)
    const answer = dataOf(api.decideProposal, await accept(proposal.id, moderator))
    expect(answer).toEqual({
      ...proposal,
      state: 'ACCEPTED',
      decidedBy: moderator.username,
      decidedDate: expect.any(String),
      current: { detail: '', description: 'Bitterleaf' },
      can: { decide: false },
    })
    const [version] = await versionsOf(groupId, 'Art & Craft')
    expect(version).toMatchObject({
      description: 'Bitterleaf',
      userId: member.id,
      username: member.username,
      acceptedBy: moderator.username,
    })
    expect(await standsIn(groupId, 'Art & Craft')).toMatchObject({
      description: 'Bitterleaf',
      versionId: version?.versionId,
    })
    expect(await systemMessagesTo(app, member)).toEqual([
      `Your change of Art & Craft in ${await nameOf(groupId)} was accepted. Thank you.`,
    ])
    expect(await listed(member)).toEqual([{ ...answer, can: { decide: false } }])
  })

  test('a declined proposal changes nothing, and its author is notified', async () => {
    const { groupId, member, moderator } = await ground()
    const group = await nameOf(groupId)
    const [one, two] = [await proposed(groupId, member), await proposed(groupId, member, draft('Stew'))]
    const declined = dataOf(api.decideProposal, await decline(one.id, moderator, ' Please name the town. '))
    expect(declined).toMatchObject({ state: 'DECLINED', reason: 'Please name the town.', isStale: false })
    expect(dataOf(api.decideProposal, await decline(two.id, admin, '  '))).toMatchObject({ reason: null })
    expect(await systemMessagesTo(app, member)).toEqual([
      `Your change of Diet in ${group} was declined. The reason given: Please name the town.`,
      `Your change of Diet in ${group} was declined.`,
    ])
    expect(await versionsOf(groupId)).toEqual([])
  })

  test('sends no message to an editor who decides on their own proposal', async () => {
    const { groupId, moderator } = await ground()
    const { id } = await proposed(groupId, moderator)
    expect((await accept(id, moderator)).status).toBe(200)
    expect(await systemMessagesTo(app, moderator)).toEqual([])
  })

  test('rejects a second decision as a conflict', async () => {
    const { groupId, member, moderator } = await ground()
    const { id } = await proposed(groupId, member)
    await accept(id, moderator)
    for (const again of [await accept(id, moderator), await decline(id, admin)]) {
      expect(expectFailure(again, 409, 'CONFLICT').message).toBe('This proposal has been decided already.')
    }
    expect(await systemMessagesTo(app, member)).toHaveLength(1)
    expect(await versionsOf(groupId)).toHaveLength(1)
  })

  test('rejects accepting a stale proposal, but allows declining it', async () => {
    const { groupId, member, moderator } = await ground()
    const { id } = await proposed(groupId, member)
    await write(groupId, moderator, draft('Beans'))
    expect(await listed(moderator)).toMatchObject([
      { id, isStale: true, current: { description: 'Beans' }, can: { decide: true } },
    ])
    expect(expectFailure(await accept(id, moderator), 409, 'STALE').message).toBe(
      'The section has changed since this was proposed.',
    )
    expect(await listed(moderator)).toMatchObject([{ id, state: 'OPEN', decidedBy: null }])
    expect(await systemMessagesTo(app, member)).toEqual([])
    expect((await decline(id, moderator)).status).toBe(200)
  })

  test('accepts a text entered by hand without writing it twice', async () => {
    const { groupId, member, moderator } = await ground()
    const { id, detail, description } = await proposed(groupId, member)
    await write(groupId, moderator, draft('Beans'))
    await write(groupId, moderator, { ...draft('Beans'), detail, description })
    expect((await accept(id, moderator)).status).toBe(200)
    expect(await versionsOf(groupId)).toHaveLength(2)
    expect(await systemMessagesTo(app, member)).toHaveLength(1)
  })

  test('makes a second proposal stale when the first one is accepted', async () => {
    const { groupId, member, moderator } = await ground()
    const [one, two] = [await proposed(groupId, member), await proposed(groupId, member, draft('Stew'))]
    expect((await accept(one.id, moderator)).status).toBe(200)
    expectFailure(await accept(two.id, moderator), 409, 'STALE')
  })

  test('lets only moderators decide, and never on their own proposal', async () => {
    const { groupId, member } = await ground()
    const elsewhere = await buildModerator(app, { group_id: await buildGroup(app) })
    const { id } = await proposed(groupId, member)
    expectFailure(await accept(id, elsewhere), 404)
    expectFailure(await accept(id, member), 403, 'FORBIDDEN')
    await buildMembership(app, elsewhere, groupId)
    const own = await proposed(groupId, elsewhere)
    expectFailure(await accept(own.id, elsewhere), 403, 'FORBIDDEN')
    expect(await versionsOf(groupId)).toEqual([])
  })

  test('rejects a reason that is one character too long', async () => {
    const { groupId, member, moderator } = await ground()
    const { id } = await proposed(groupId, member)
    expectFailure(await decline(id, moderator, 'x'.repeat(301)), 400)
    expect(await listed(moderator)).toMatchObject([{ id, state: 'OPEN' }])
  })
})

describe('concurrent decisions', () => {
  test('by two moderators give one of them a conflict', async () => {
    for (const other of [accept, decline]) {
      const { groupId, member, moderator } = await ground()
      const { id } = await proposed(groupId, member)
      const answers = await Promise.all([
        accept(id, moderator),
        other(id, admin),
        accept(id, await buildModerator(app, { group_id: groupId })),
        other(id, moderator),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
      for (const rejected of answers.filter(({ status }) => status === 409))
        expectFailure(rejected, 409, 'CONFLICT')
      const [decided] = await listed(moderator)
      expect(await systemMessagesTo(app, member)).toHaveLength(1)
      expect(await versionsOf(groupId)).toHaveLength(decided?.state === 'ACCEPTED' ? 1 : 0)
    }
  })

  test('lose no version when somebody writes at once', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { groupId, member, moderator } = await ground()
      const { id } = await proposed(groupId, member, draft('Proposed'))
      const writing = () => write(groupId, admin, draft('Written'))
      const accepting = () => accept(id, moderator)
      const [wrote, accepted] = await Promise.all([writing(), accepting()])
      expect(wrote.status).toBe(200)
      const texts = (await versionsOf(groupId)).map(({ description }) => description)
      if (accepted.status === 200) expect(texts).toEqual(['Written', 'Proposed'])
      else {
        expectFailure(accepted, 409, 'STALE')
        expect(texts).toEqual(['Written'])
      }
      expect(await standsIn(groupId)).toMatchObject({ description: 'Written' })
    }
  })

  test('on each other’s proposals all succeed', async () => {
    const groupId = await buildGroup(app)
    const moderators = await buildSeveral(3, () => buildModerator(app, { group_id: groupId }))
    const ids: number[] = []
    for (const [nth, moderator] of moderators.entries())
      for (const text of ['A', 'B', 'C'])
        ids.push((await proposed(groupId, moderator, draft(`${text}${nth}`))).id)
    const answers = await Promise.all(
      ids.map((id, nth) => {
        const other = moderators[(Math.floor(nth / 3) + 1) % 3]
        return other ? decline(id, other) : decline(id, admin)
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    for (const moderator of moderators) expect(await systemMessagesTo(app, moderator)).toHaveLength(3)
  })
})

test('erasing a proposer deletes proposals, except accepted texts', async () => {
  const { groupId, member, moderator } = await ground()
  const [one] = [await proposed(groupId, member), await proposed(groupId, member, draft('Open'))]
  await accept(one.id, moderator)
  const stays = await proposed(groupId, moderator, draft('Stays'))
  await updateMember(app, member, { closure_requested_at: new Date(0) })
  await eraseClosed.run(app.deps, {})
  expect(await idsFor(admin, { groupId })).toEqual([stays.id])
  expect(await versionsOf(groupId)).toMatchObject([
    { description: 'Soup', userId: null, username: null, acceptedBy: null },
  ])
  expect(await standsIn(groupId)).toMatchObject({ description: 'Soup' })
})

test('erasing a moderator leaves the decision without a name', async () => {
  const { groupId, member, moderator } = await ground()
  const { id } = await proposed(groupId, member)
  await accept(id, moderator)
  await app.deps.db.deleteFrom('members').where('id', '=', moderator.id).execute()
  expect(await listed(member)).toMatchObject([{ id, state: 'ACCEPTED', decidedBy: null }])
  expect(await versionsOf(groupId)).toMatchObject([{ userId: member.id, acceptedBy: null }])
})

test('limits proposals to thirty a day, not counting rejected ones', async () => {
  const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '1' } })
  const member = await buildMember(limited)
  const groupId = await groupIdOf(limited, 'yoruba')
  const send = (nth: number) =>
    limited.call('POST', `/groups/${groupId}/page/propose`, { token: member.token, body: draft(`${nth}`) })
  for (let nth = 0; nth < 30; nth += 1) expect((await send(nth)).status).toBe(200)
  expectFailure(await send(30), 429, 'TOO_MANY_REQUESTS')
})
