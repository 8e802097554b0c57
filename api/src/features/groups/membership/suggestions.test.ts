import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { suggestGroups } from '@rootsquare/contract/groups'
import { maxSuggestions, suggestMembers } from '@rootsquare/contract/people'
import { buildAddress } from '#api/test/builders/orders.ts'
import {
  buildBlock,
  buildFollow,
  buildGroup,
  buildMember,
  buildMembers,
  buildMembership,
  buildPost,
  buildSeveral,
  groupIdOf,
  updateMember,
} from '#api/test/builders/members.ts'
import { dataOf } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

type Signed = { token: string }
const membersFor = async ({ token }: Signed) =>
  dataOf(suggestMembers, await app.call('GET', '/user/suggestions', { token }))
const groupsFor = async ({ token }: Signed) =>
  dataOf(suggestGroups, await app.call('GET', '/groups/suggestions', { token }))
const reasonFor = (list: { id: number; reason: string }[], id: number) =>
  list.find((entry) => entry.id === id)?.reason

/** Creates a member in a separate group, so that members of other tests are not suggested. */
const buildStranger = async (columns: Parameters<typeof buildMember>[1] = {}) =>
  buildMember(app, { group_id: await buildGroup(app), ...columns })

describe('GET /user/suggestions', () => {
  test('suggests whom followed members follow, then group members, then others', async () => {
    const [friend, theirs] = [await buildStranger(), await buildStranger()]
    const groupId = await buildGroup(app)
    const me = await buildStranger({ group_id: groupId })
    const neighbour = await buildStranger({ group_id: groupId })
    await buildFollow(app, me, friend)
    await buildFollow(app, friend, theirs)
    const suggested = await membersFor(me)
    expect(suggested.slice(0, 2).map(({ id, reason }) => [id, reason])).toEqual([
      [theirs.id, 'FOLLOWED_BY_FOLLOWED'],
      [neighbour.id, 'SAME_GROUP'],
    ])
    expect(suggested.slice(2).every(({ reason }) => reason === 'POPULAR')).toBe(true)
    expect(suggested.length).toBeLessThanOrEqual(maxSuggestions)
  })

  test('lists the group members who have posted first', async () => {
    const group_id = await buildGroup(app)
    const [me, writer] = await buildMembers(app, 2, { group_id })
    const [quiet, follower] = [await buildMember(app, { group_id }), await buildStranger()]
    await buildFollow(app, follower, quiet)
    await buildPost(app, writer)
    const suggested = await membersFor(me)
    expect(suggested.slice(0, 2).map(({ id }) => id)).toEqual([writer.id, quiet.id])
  })

  test('finds active and followed members of a large group, but not former ones', async () => {
    const group_id = await buildGroup(app)
    const build = () => buildMember(app, { group_id })
    const [writer, followed, formerMember] = [await build(), await build(), await build()]
    const [me, stranger] = [await build(), await buildStranger()]
    for (const author of [writer, formerMember]) await buildPost(app, author, { group_id })
    await app.call('DELETE', `/groups/exit/${group_id}`, { token: formerMember.token })
    const newest = await Promise.all(Array.from({ length: 51 }, build))
    for (const one of newest.slice(-3)) await buildFollow(app, one, followed)
    await buildFollow(app, newest[50] ?? me, stranger)
    const suggested = await membersFor(me)
    expect(suggested.slice(0, 2).map(({ id, reason }) => [id, reason])).toEqual([
      [writer.id, 'SAME_GROUP'],
      [followed.id, 'SAME_GROUP'],
    ])
    for (const { id } of [formerMember, stranger]) expect(reasonFor(suggested, id)).not.toBe('SAME_GROUP')
  })

  test('omits oneself, followed, blocked, banned and suspended members', async () => {
    const group_id = await buildGroup(app)
    const build = () => buildMember(app, { group_id })
    const me = await build()
    const [followed, blocked, blocker, banned, suspended, shown] = await buildSeveral(6, () => build())
    await buildFollow(app, me, followed)
    await buildBlock(app, me, blocked)
    await buildBlock(app, blocker, me)
    await updateMember(app, banned, { banned_at: app.clock.now() })
    await updateMember(app, suspended, { suspended_until: new Date(app.clock.now().getTime() + 60_000) })
    const suggested = (await membersFor(me)).map(({ id }) => id)
    expect(suggested[0]).toBe(shown.id)
    for (const { id } of [me, followed, blocked, blocker, banned, suspended])
      expect(suggested).not.toContain(id)
  })

  test('suggests neither the member nor the group for a hidden own group', async () => {
    const group_id = await buildGroup(app)
    const [me, follower] = [await buildMember(app, { group_id }), await buildStranger()]
    const hidden = await buildMember(app, { group_id, shows_group: false })
    await buildFollow(app, follower, hidden)
    expect(reasonFor(await membersFor(me), hidden.id)).not.toBe('SAME_GROUP')
    expect(reasonFor(await groupsFor(follower), group_id)).not.toBe('FRIENDS')
  })

  test('suggests active or new members to a member who knows nobody', async () => {
    const writer = await buildStranger()
    await buildPost(app, writer)
    const suggested = await membersFor(await buildStranger())
    expect(suggested.every(({ reason }) => reason === 'POPULAR')).toBe(true)
    expect(suggested.length).toBeGreaterThan(0)
  })
})

describe('GET /groups/suggestions', () => {
  test('suggests groups of one’s states, then those of friends, never joined ones', async () => {
    const igbo = await groupIdOf(app, 'igbo')
    const [me, friend] = [await buildMember(app, { group_id: igbo }), await buildStranger()]
    await buildFollow(app, me, friend)
    const near = await app.deps.db
      .selectFrom('groups')
      .select('id')
      .where(sql<boolean>`state_codes && (select state_codes from groups where id = ${igbo})`)
      .where('id', '<>', igbo)
      .executeTakeFirstOrThrow()
    await buildMembership(app, await buildStranger(), near.id)
    const suggested = await groupsFor(me)
    expect(suggested).toHaveLength(maxSuggestions)
    expect(reasonFor(suggested, igbo)).toBeUndefined()
    const areUsed = suggested.map(({ users }) => users > 0)
    expect(areUsed).toEqual(areUsed.toSorted((one, other) => Number(other) - Number(one)))
    const reasons = suggested.filter(({ users }) => users > 0).map(({ reason }) => reason)
    expect(reasons[0]).toBe('OWN_STATE')
    const order = ['OWN_STATE', 'FRIENDS', 'POPULAR']
    expect(reasons).toEqual(reasons.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)))
  })

  test('suggests the groups of followed members and of an address', async () => {
    const [me, friend] = [await buildStranger(), await buildStranger()]
    const theirs = await buildGroup(app)
    await buildMembership(app, friend, theirs)
    await buildFollow(app, me, friend)
    expect(reasonFor(await groupsFor(me), theirs)).toBe('FRIENDS')
    await buildAddress(app, me)
    await buildMembership(app, friend, await groupIdOf(app, 'yoruba'))
    expect(reasonFor(await groupsFor(me), await groupIdOf(app, 'yoruba'))).toBe('OWN_STATE')
  })
})
