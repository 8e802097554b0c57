import { describe, expect, test } from 'vitest'
import { listFollowers } from '@rootsquare/contract/people'
import {
  buildBlock,
  buildFollow,
  buildMember,
  buildMembers,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

const sides = ['followers', 'following'] as const
type Side = (typeof sides)[number]

const ask = (side: Side, token: string, query: Record<string, string | number> = {}) =>
  app.call('GET', `/user/${side}`, { token, query })
const list = async (side: Side, token: string, query: Record<string, string | number> = {}) =>
  dataOf(listFollowers, await ask(side, token, query))

/** Adds `other` to the list of `member`, one second after the previous entry. */
async function put(side: Side, member: Member, other: Member): Promise<void> {
  app.clock.move(1000)
  await (side === 'followers' ? buildFollow(app, other, member) : buildFollow(app, member, other))
}

describe.each(sides)('GET /user/%s', (side) => {
  test('is empty at first', async () => {
    const { token } = await buildMember(app)
    const nobody = { content: [], last: true, totalPages: 0, totalElements: 0, number: 0 }
    expect(await list(side, token)).toEqual(nobody)
  })

  test('contains the caller’s own, newest first', async () => {
    const [member, ...others] = await buildMembers(app, 4)
    for (const other of others) await put(side, member, other)
    const [, followed] = others
    if (side === 'followers') await buildFollow(app, member, followed)
    const { content } = await list(side, member.token)
    expect(content).toEqual(
      others.toReversed().map(({ id, username, firstname, lastname }) => ({
        id,
        username,
        firstname,
        lastname,
        profileImage: null,
        isFollowedByUser: side === 'following' || id === followed.id,
      })),
    )
  })

  test('contains those of another member', async () => {
    const [viewer, member, one, other] = await buildMembers(app, 4)
    await put(side, member, one)
    await put(side, member, other)
    await put(side, member, viewer)
    await buildFollow(app, viewer, one)
    const { content, totalElements } = await list(side, viewer.token, { userId: member.id })
    expect(content.map(({ id, isFollowedByUser }) => [id, isFollowedByUser])).toEqual([
      [viewer.id, false],
      [other.id, false],
      [one.id, true],
    ])
    expect(totalElements).toBe(3)
    expect(await list(side, viewer.token)).not.toMatchObject({ totalElements: 3 })
  })

  test('omits banned and blocked members, also in the total', async () => {
    const [viewer, member, banned, blocking, blocked, seen] = await buildMembers(app, 6)
    for (const other of [banned, blocking, blocked, seen]) await put(side, member, other)
    await buildBlock(app, blocking, viewer)
    await buildBlock(app, viewer, blocked)
    await updateMember(app, banned, { banned_at: app.clock.now() })
    const seenByViewer = await list(side, viewer.token, { userId: member.id })
    expect(seenByViewer.content.map(({ id }) => id)).toEqual([seen.id])
    expect(seenByViewer).toMatchObject({ totalElements: 1, totalPages: 1, last: true })
    const own = await list(side, member.token)
    expect(own.content.map(({ id }) => id)).toEqual([seen.id, blocked.id, blocking.id])
    expect(own.totalElements).toBe(3)
  })

  test('is read page by page, each member once', async () => {
    const [member, ...others] = await buildMembers(app, 8)
    // All follows have the same second, and the order must be stable.
    for (const other of others)
      await (side === 'followers' ? buildFollow(app, other, member) : buildFollow(app, member, other))
    const pages = []
    for (const page of [0, 1, 2, 3]) pages.push(await list(side, member.token, { page, size: 3 }))
    expect(pages.map(({ content, last }) => [content.length, last])).toEqual([
      [3, false],
      [3, false],
      [1, true],
      [0, true],
    ])
    for (const { totalElements, totalPages } of pages) expect([totalElements, totalPages]).toEqual([7, 3])
    const ids = pages.flatMap(({ content }) => content.map(({ id }) => id))
    expect(new Set(ids).size).toBe(7)
  })

  test('is a 404 for a member whom the viewer may not see', async () => {
    const [viewer, blocking, blocked] = await buildMembers(app, 3)
    const unverified = await buildMember(app, { verified_at: null })
    const banned = await buildMember(app, { banned_at: app.clock.now() })
    await buildBlock(app, blocking, viewer)
    await buildBlock(app, viewer, blocked)
    for (const userId of [unverified.id, banned.id, blocking.id, Number.MAX_SAFE_INTEGER]) {
      const failure = expectFailure(await ask(side, viewer.token, { userId }), 404, 'NOT_FOUND')
      expect(failure.message).toBe('User not found')
    }
    expect(await list(side, viewer.token, { userId: blocked.id })).toMatchObject({ totalElements: 0 })
    const admin = await buildMember(app, { role: 'ADMIN' })
    expect(await list(side, admin.token, { userId: banned.id })).toMatchObject({ totalElements: 0 })
  })
})
