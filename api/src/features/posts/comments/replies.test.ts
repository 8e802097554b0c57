import { describe, expect, test } from 'vitest'
import * as commentApi from '@rootsquare/contract/comments'
import * as api from '@rootsquare/contract/posts'
import { findCommentThread } from '@rootsquare/contract/comments'
import { dayDrift, foldNow } from '#api/test/builders/analytics.ts'
import { buildBlock, buildMember, buildPost, updateMember, type Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import { recountPosts } from '#api/features/posts/recount.ts'

const app = await sharedApp()
const author = await buildMember(app)
const writer = await buildMember(app)
const other = await buildMember(app)

const add = (postId: number, { token }: Member, parentId: unknown, comments = 'Well said') =>
  app.call('POST', `/post/comments/${postId}/create`, { token, body: { comments, parentId } })
const added = async (postId: number, member: Member, parentId?: number, comments?: string) =>
  dataOf(commentApi.addComment, await add(postId, member, parentId, comments))
const list = (postId: number, { token }: Member, query: Record<string, number> = {}) =>
  app.call('GET', `/post/comments/${postId}`, { token, query })
const listed = async (postId: number, member: Member, parentId?: number) => {
  const page = dataOf(commentApi.listComments, await list(postId, member, parentId ? { parentId } : {}))
  expect(page.totalElements).toBe(page.content.length)
  return page.content
}
const read = async (postId: number, { token } = author) =>
  dataOf(api.getPost, await app.call('GET', `/post/fetch/${postId}`, { token }))
const remove = (id: number, { token }: Member) => app.call('DELETE', `/post/comments/delete/${id}`, { token })
const ban = (member: Member) => updateMember(app, member, { banned_at: app.clock.now() })
const unban = (member: Member) => updateMember(app, member, { banned_at: null })

async function expectNoDrift() {
  expect(await recountPosts(app.deps.db)).toEqual([])
  await foldNow(app)
  expect(await dayDrift(app)).toEqual([])
}

describe('a thread', () => {
  test('has one level, so that a reply to a reply joins it', async () => {
    const { id: postId } = await buildPost(app, author)
    const top = await added(postId, writer)
    const next = await added(postId, other, undefined, 'Another top')
    const reply = await added(postId, author, top.id, 'A reply')
    const deeper = await added(postId, other, reply.id, 'A reply to it')
    expect([reply.parentId, deeper.parentId]).toEqual([top.id, top.id])
    for (const [{ id }, parentId] of [
      [deeper, top.id],
      [top, null],
    ] as const) {
      const { token } = writer
      const found = await app.call('GET', `/post/comments/${postId}/thread/${id}`, { token })
      expect(dataOf(findCommentThread, found)).toEqual({ parentId })
    }
    expect(await listed(postId, writer)).toMatchObject([
      { id: top.id, replyCount: 2, parentId: null },
      { id: next.id, replyCount: 0 },
    ])
    expect((await listed(postId, writer, top.id)).map(({ id }) => id)).toEqual([reply.id, deeper.id])
    expect(await listed(postId, writer, reply.id)).toEqual([])
    expect(await read(postId)).toMatchObject({ commentCount: 4, comments: [{ id: top.id, replyCount: 2 }] })
    await expectNoDrift()
  })

  test('is removed with its top comment, and the next one becomes the first', async () => {
    const { id: postId } = await buildPost(app, author)
    const top = await added(postId, writer)
    for (const member of [author, other, writer]) await added(postId, member, top.id)
    const next = await added(postId, other)
    expectOk(await remove(top.id, writer))
    expect(await read(postId)).toMatchObject({ commentCount: 1, comments: [{ id: next.id }] })
    expectFailure(await list(postId, writer, { parentId: top.id }), 404)
    await expectNoDrift()
  })

  test('loses only a deleted reply', async () => {
    const { id: postId } = await buildPost(app, author)
    const top = await added(postId, writer)
    const [one, two] = [await added(postId, other, top.id), await added(postId, author, top.id)]
    expectOk(await remove(one.id, other))
    expect((await listed(postId, writer, top.id)).map(({ id }) => id)).toEqual([two.id])
    expect(await read(postId)).toMatchObject({ commentCount: 2, comments: [{ replyCount: 1 }] })
    await expectNoDrift()
  })
})

describe('the parent of a reply', () => {
  test('is rejected on another post, and when unknown or hidden', async () => {
    const [banned, blocked] = [await buildMember(app), await buildMember(app)]
    const [{ id: postId }, elsewhere] = [await buildPost(app, author), await buildPost(app, author)]
    const ofBlocked = await added(postId, blocked)
    const parents = [
      (await added(elsewhere.id, writer)).id,
      987_654_321,
      (await added(postId, banned)).id,
      ofBlocked.id,
      (await added(postId, other, ofBlocked.id)).id,
    ]
    await ban(banned)
    await buildBlock(app, blocked, writer)
    for (const parentId of parents) {
      expectFailure(await add(postId, writer, parentId), 404)
      expectFailure(await list(postId, writer, { parentId }), 404)
    }
    expect(await listed(postId, writer)).toEqual([])
    await expectNoDrift()
  })

  test('may be null', async () => {
    const { id: postId } = await buildPost(app, author)
    expect(dataOf(commentApi.addComment, await add(postId, writer, null)).parentId).toBe(null)
  })
})

describe('the replies to a comment', () => {
  test('are hidden during a ban of the comment’s author', async () => {
    const [banned, replier] = [await buildMember(app), await buildMember(app)]
    const { id: postId } = await buildPost(app, author)
    const top = await added(postId, banned)
    const reply = await added(postId, replier, top.id)
    await added(postId, writer, top.id)
    await ban(banned)
    expect(await read(postId)).toMatchObject({ commentCount: 0, comments: [] })
    const like = { token: other.token, body: { liked: true } }
    expectFailure(await app.call('POST', `/post/comments/like/${reply.id}`, like), 404)
    await expectNoDrift()
    await ban(replier)
    await unban(banned)
    expect(await read(postId)).toMatchObject({ commentCount: 2, comments: [{ id: top.id, replyCount: 1 }] })
    await unban(replier)
    expect((await listed(postId, author, top.id)).map(({ id }) => id)).toContain(reply.id)
    expect(await read(postId)).toMatchObject({ commentCount: 3, comments: [{ replyCount: 2 }] })
    await expectNoDrift()
  })

  test('are not in the daily counts during a ban of the post’s author', async () => {
    const banned = await buildMember(app)
    const { id: postId } = await buildPost(app, banned)
    const top = await added(postId, writer)
    await added(postId, banned, top.id)
    await ban(banned)
    await expectNoDrift()
    await unban(banned)
    expect(await read(postId)).toMatchObject({ commentCount: 2, comments: [{ replyCount: 1 }] })
    await expectNoDrift()
  })
})

describe('the replies to a comment of an erased member', () => {
  const erase = async (member: Member) => {
    await updateMember(app, member, { closure_requested_at: new Date(0) })
    await eraseClosed.run(app.deps, {})
  }

  test('stay as one thread below the oldest of them', async () => {
    const gone = await buildMember(app)
    const { id: postId } = await buildPost(app, author)
    const top = await added(postId, gone)
    const [first, own] = [await added(postId, other, top.id, 'First'), await added(postId, gone, top.id)]
    const [second, third] = [await added(postId, writer, own.id), await added(postId, author, first.id)]
    await erase(gone)
    expect(await listed(postId, writer)).toMatchObject([{ id: first.id, parentId: null, replyCount: 2 }])
    expect((await listed(postId, writer, first.id)).map(({ id }) => id)).toEqual([second.id, third.id])
    const shown = { id: first.id, comments: 'First', parentId: null, replyCount: 2 }
    expect(await read(postId)).toMatchObject({ commentCount: 3, comments: [shown] })
    expectFailure(await list(postId, writer, { parentId: top.id }), 404)
    await expectNoDrift()
  })

  test.each(['a banned member', 'a member who was not banned'])('of %s are shown', async (whose) => {
    const [gone, banned] = [await buildMember(app), await buildMember(app)]
    const { id: postId } = await buildPost(app, author)
    const top = await added(postId, gone)
    await added(postId, banned, top.id)
    const reply = await added(postId, other, top.id)
    await ban(banned)
    if (whose === 'a banned member') await ban(gone)
    await erase(gone)
    expect(await read(postId)).toMatchObject({ commentCount: 1, comments: [{ id: reply.id, replyCount: 0 }] })
    await expectNoDrift()
    await unban(banned)
    expect(await read(postId)).toMatchObject({ commentCount: 2, comments: [{ id: reply.id, replyCount: 1 }] })
    await expectNoDrift()
  })
})

test('omits the replies of blocked members, also from the count', async () => {
  const reader = await buildMember(app)
  const { id: postId } = await buildPost(app, author)
  const top = await added(postId, writer)
  await added(postId, other, top.id)
  const own = await added(postId, reader, top.id)
  await buildBlock(app, reader, other)
  expect((await listed(postId, reader, top.id)).map(({ id }) => id)).toEqual([own.id])
})

describe('concurrent replies', () => {
  test('leave nothing behind when their parent is deleted', async () => {
    const { id: postId } = await buildPost(app, author)
    const top = await added(postId, writer)
    const replies = [author, other, writer, author].map((member) => add(postId, member, top.id))
    const [removed, ...answers] = await Promise.all([remove(top.id, writer), ...replies])
    expectOk(removed)
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect(await read(postId)).toMatchObject({ commentCount: 0, comments: [] })
    await expectNoDrift()
  })

  test.each(['deletes', 'hides'])('wait for what %s the parent, and are rejected', async (what) => {
    const member = await buildMember(app)
    const { id: postId } = await buildPost(app, author)
    const top = await added(postId, member)
    const statement =
      what === 'hides'
        ? 'update members set banned_at = now() where id = $1'
        : 'with locked as (select from posts for no key update) delete from comments where author_id = $1'
    expectFailure(await callDuring(app, statement, [member.id], () => add(postId, other, top.id)), 404)
    expect(await read(postId)).toMatchObject({ commentCount: 0 })
    await expectNoDrift()
  })
})
