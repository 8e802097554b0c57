import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/posts'
import { buildBlock, buildMember, buildPost, buildToken, updateMember } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { untilWaiting } from '#api/test/waiting.ts'
import { recount } from '#api/features/posts/recount.ts'

const app = await sharedApp()
const author = await buildMember(app)
const reader = await buildMember(app)

const like = (id: number | string, token: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', `/post/like/${id}`, { token, body, headers })

async function likesOn(postId: number): Promise<number> {
  const rows = await app.deps.db
    .selectFrom('likes')
    .select('member_id')
    .where('post_id', '=', postId)
    .execute()
  return rows.length
}

const countOn = async (postId: number) =>
  dataOf(api.getPost, await app.call('GET', `/post/fetch/${postId}`)).likes

describe('POST /post/like/{id}', () => {
  test('likes and unlikes, and answers the count', async () => {
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
  ])('%s turns it over', async (_, body, headers) => {
    const { id } = await buildPost(app, author)
    expect(dataOf(api.likePost, await like(id, reader.token, body, headers)).isPostLikedByUser).toBe(true)
    expect(dataOf(api.likePost, await like(id, reader.token, body, headers)).isPostLikedByUser).toBe(false)
    expect(await likesOn(id)).toBe(0)
  })

  test('sets the like with `liked`, so that a repeated call changes nothing', async () => {
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

  test('one may like one’s own post', async () => {
    const { id } = await buildPost(app, author)
    expect(dataOf(api.likePost, await like(id, author.token))).toEqual({ likes: 1, isPostLikedByUser: true })
  })

  test.each([
    ['a text', 'yes'],
    ['a list', []],
    ['a word for it', { liked: 'true' }],
    ['a number', { liked: 1 }],
  ])('refuses %s', async (_, body) => {
    const { id } = await buildPost(app, author)
    expectFailure(await like(id, reader.token, body), 400)
    expect(await likesOn(id)).toBe(0)
  })

  test.each([
    ['987654321', 404],
    ['9007199254740991', 404],
    ['0', 400],
    ['x', 400],
    ['-1', 400],
    ['1.5', 400],
  ])('there is no post %s', async (id, status) => {
    expectFailure(await like(id, reader.token), status)
  })

  test('blocked either way, and of a banned author, a post is not there', async () => {
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

describe('at the same time', () => {
  test('fast taps in two sessions end in what the rows say', async () => {
    const { id } = await buildPost(app, author)
    const tokens = [reader.token, await buildToken(app, reader)]
    const others = await Promise.all(Array.from({ length: 5 }, () => buildMember(app)))
    const taps = tokens.flatMap((token) => Array.from({ length: 8 }, () => like(id, token)))
    const answers = await Promise.all([...taps, ...others.map(({ token }) => like(id, token))])
    for (const answer of answers) expect(dataOf(api.likePost, answer).likes).toBeGreaterThanOrEqual(0)
    // Sixteen turns bring it back to where it was.
    expect(await likesOn(id)).toBe(5)
    expect(await countOn(id)).toBe(5)
    const own = answers.slice(0, 16).map((answer) => dataOf(api.likePost, answer).isPostLikedByUser)
    expect(own.filter(Boolean)).toHaveLength(8)
  })

  test('the same wish sixteen times at once is one like', async () => {
    const { id } = await buildPost(app, author)
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => like(id, reader.token, { liked: true })),
    )
    for (const answer of answers) {
      expect(dataOf(api.likePost, answer)).toEqual({ likes: 1, isPostLikedByUser: true })
    }
    expect(await likesOn(id)).toBe(1)
  })

  test('a ban takes the likes with it, and one that is under way does not come after it', async () => {
    const banned = await buildMember(app)
    const [before, during] = [await buildPost(app, author), await buildPost(app, author)]
    await like(before.id, banned.token)
    let isOver = false
    const { answer } = await app.deps.db.transaction().execute(async (tx) => {
      const ban = { banned_at: app.clock.now() }
      await tx.updateTable('members').set(ban).where('id', '=', banned.id).execute()
      const liking = like(during.id, banned.token).finally(() => {
        isOver = true
      })
      await untilWaiting(app, 1, () => isOver)
      return { answer: liking }
    })
    expectFailure(await answer, 403, 'ACCOUNT_BANNED')
    expect([await likesOn(before.id), await likesOn(during.id)]).toEqual([0, 0])
    expect(await recount(app.deps.db)).toEqual([])
  })
})
