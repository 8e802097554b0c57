import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/posts'
import { buildBlock, buildMember, buildPost, buildToken, updateMember } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { recountPosts } from '#api/features/posts/recount.ts'
import { readRows } from '#api/test/rows.ts'

const app = await sharedApp()
const author = await buildMember(app)
const reader = await buildMember(app)

const like = (id: number | string, token: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', `/post/like/${id}`, { token, body, headers })

async function likesOn(postId: number): Promise<number> {
  const rows = await readRows(app.deps.db, 'likes', { post_id: postId }, ['member_id'])
  return rows.length
}

const countOn = async (postId: number) =>
  dataOf(api.getPost, await app.call('GET', `/post/fetch/${postId}`)).likes

describe('POST /post/like/{id}', () => {
  test('likes and unlikes, and returns the count', async () => {
    const { id } = await buildPost(app, author)
    const seen = async () => {
      const post = dataOf(api.getPost, await app.call('GET', `/post/fetch/${id}`, { token: reader.token }))
      return { likes: post.likes, isPostLikedByUser: post.isPostLikedByUser }
    }
    const liked = { likes: 1, isPostLikedByUser: true }
    expect(dataOf(api.likePost, await like(id, reader.token))).toEqual(liked)
    expect(await seen()).toEqual(liked)
    const not = { likes: 0, isPostLikedByUser: false }
    expect(dataOf(api.likePost, await like(id, reader.token))).toEqual(not)
    expect(await seen()).toEqual(not)
  })

  test.each([
    ['no body and no type', undefined, {}],
    ['an empty body said to be JSON', '', {}],
    ['null', 'null', {}],
    ['an empty object', {}, {}],
    ['a length of 0', undefined, { 'content-length': '0' }],
  ])('toggles the like for %s', async (_, body, headers) => {
    const { id } = await buildPost(app, author)
    expect(dataOf(api.likePost, await like(id, reader.token, body, headers)).isPostLikedByUser).toBe(true)
    expect(dataOf(api.likePost, await like(id, reader.token, body, headers)).isPostLikedByUser).toBe(false)
    expect(await likesOn(id)).toBe(0)
  })

  test('sets the like with `liked`, so that repeating is harmless', async () => {
    const { id } = await buildPost(app, author)
    const headers = { 'idempotency-key': 'like-1' }
    for (const liked of [true, false]) {
      for (let sent = 0; sent < 3; sent += 1) {
        const answer = dataOf(api.likePost, await like(id, reader.token, { liked }, headers))
        expect(answer).toEqual({ likes: liked ? 1 : 0, isPostLikedByUser: liked })
      }
    }
    expect(await likesOn(id)).toBe(0)
  })

  test('allows a like of one’s own post', async () => {
    const { id } = await buildPost(app, author)
    expect(dataOf(api.likePost, await like(id, author.token))).toEqual({ likes: 1, isPostLikedByUser: true })
  })

  test.each([987_654_321, Number.MAX_SAFE_INTEGER])('answers 404 for the post %s', async (id) => {
    expectFailure(await like(id, reader.token), 404)
  })

  test('answers 404 across a block and for a banned author', async () => {
    const [blocked, blocker, banned] = [
      await buildMember(app),
      await buildMember(app),
      await buildMember(app),
    ]
    await buildBlock(app, author, blocked)
    await buildBlock(app, blocker, author)
    const { id } = await buildPost(app, author)
    for (const { token } of [blocked, blocker]) expectFailure(await like(id, token, { liked: true }), 404)
    const hidden = await buildPost(app, banned)
    const ban = { banned_at: app.clock.now() }
    await updateMember(app, banned, ban)
    expectFailure(await like(hidden.id, reader.token), 404)
    expect(await likesOn(id)).toBe(0)
    expect(await likesOn(hidden.id)).toBe(0)
  })
})

describe('concurrent likes of posts', () => {
  test('from two sessions end in a count that matches the rows', async () => {
    const { id } = await buildPost(app, author)
    const tokens = [reader.token, await buildToken(app, reader)]
    const others = await Promise.all(Array.from({ length: 5 }, () => buildMember(app)))
    const taps = tokens.flatMap((token) => Array.from({ length: 8 }, () => like(id, token)))
    const answers = await Promise.all([...taps, ...others.map(({ token }) => like(id, token))])
    for (const answer of answers) expect(dataOf(api.likePost, answer).likes).toBeGreaterThanOrEqual(0)
    // Sixteen changes restore the initial state.
    expect(await likesOn(id)).toBe(5)
    expect(await countOn(id)).toBe(5)
    const own = answers.slice(0, 16).map((answer) => dataOf(api.likePost, answer).isPostLikedByUser)
    expect(own.filter(Boolean)).toHaveLength(8)
  })

  test('are counted once when the same is sent sixteen times', async () => {
    const { id } = await buildPost(app, author)
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => like(id, reader.token, { liked: true })),
    )
    for (const answer of answers) {
      expect(dataOf(api.likePost, answer)).toEqual({ likes: 1, isPostLikedByUser: true })
    }
    expect(await likesOn(id)).toBe(1)
  })

  test('disappear with a ban, and none is stored after it', async () => {
    const banned = await buildMember(app)
    const [before, during] = [await buildPost(app, author), await buildPost(app, author)]
    await like(before.id, banned.token)
    const ban = 'update members set banned_at = now() where id = $1'
    const liking = callDuring(app, ban, [banned.id], () => like(during.id, banned.token))
    expectFailure(await liking, 403, 'ACCOUNT_BANNED')
    expect([await likesOn(before.id), await likesOn(during.id)]).toEqual([0, 0])
    expect(await recountPosts(app.deps.db)).toEqual([])
  })
})
