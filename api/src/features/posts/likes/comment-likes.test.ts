import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/comments'
import { dayDrift, foldNow } from '#api/test/builders/analytics.ts'
import { buildBlock, buildMember, buildPost, updateMember, type Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { recountPosts } from '#api/features/posts/recount.ts'

const app = await sharedApp()
const author = await buildMember(app)
const reader = await buildMember(app)

const like = (id: number | string, { token }: Member, body: unknown = { liked: true }) =>
  app.call('POST', `/post/comments/like/${id}`, { token, body })

async function buildComment(by = author, postBy = author) {
  const { id: postId } = await buildPost(app, postBy)
  const body = { comments: 'Well said' }
  const answer = await app.call('POST', `/post/comments/${postId}/create`, { token: by.token, body })
  return { postId, id: dataOf(api.addComment, answer).id }
}

async function seenBy({ token }: Member, postId: number) {
  const answer = await app.call('GET', `/post/comments/${postId}`, { token })
  const [comment] = dataOf(api.listComments, answer).content
  return { likes: comment?.likes, isLikedByUser: comment?.isLikedByUser }
}

const ban = (member: Member) => updateMember(app, member, { banned_at: app.clock.now() })

describe('POST /post/comments/like/{commentId}', () => {
  test('sets the like and is harmless when repeated', async () => {
    const { id, postId } = await buildComment()
    for (const liked of [true, true, false, false, true]) {
      const expected = { likes: liked ? 1 : 0, isLikedByUser: liked }
      expect(dataOf(api.likeComment, await like(id, reader, { liked }))).toEqual(expected)
      expect(await seenBy(reader, postId)).toEqual(expected)
    }
    expect(await seenBy(author, postId)).toEqual({ likes: 1, isLikedByUser: false })
  })

  test('answers 404 for an unknown comment', async () => {
    expectFailure(await like(987_654_321, reader), 404)
  })

  test('answers 404 across a block and for a banned member', async () => {
    const [blocked, banned] = [await buildMember(app), await buildMember(app)]
    const unseen = [
      await buildComment(blocked),
      await buildComment(author, blocked),
      await buildComment(banned),
      await buildComment(author, banned),
    ]
    await buildBlock(app, blocked, reader)
    await ban(banned)
    for (const { id } of unseen) expectFailure(await like(id, reader), 404)
  })

  test('does not change the daily counts of likes', async () => {
    const { id } = await buildComment()
    await like(id, reader)
    await foldNow(app)
    expect(await dayDrift(app)).toEqual([])
  })
})

describe('concurrent likes of comments', () => {
  test('are counted once for each member', async () => {
    const { id, postId } = await buildComment()
    const others = await Promise.all(Array.from({ length: 5 }, () => buildMember(app)))
    const own = Array.from({ length: 12 }, (_, turn) => like(id, reader, { liked: turn % 2 === 0 }))
    await Promise.all([...own, ...others.map((member) => like(id, member))])
    await like(id, reader, { liked: false })
    expect(await seenBy(reader, postId)).toEqual({ likes: 5, isLikedByUser: false })
    expect(await recountPosts(app.deps.db)).toEqual([])
  })

  test('disappear with a ban, which also rejects a later one', async () => {
    const banned = await buildMember(app)
    const [before, during] = [await buildComment(), await buildComment()]
    await like(before.id, banned)
    await like(before.id, reader)
    const statement = 'update members set banned_at = now() where id = $1'
    const answer = await callDuring(app, statement, [banned.id], () => like(during.id, banned))
    expectFailure(answer, 403, 'ACCOUNT_BANNED')
    expect(await seenBy(author, before.postId)).toMatchObject({ likes: 1 })
    expect(await seenBy(author, during.postId)).toMatchObject({ likes: 0 })
    expect(await recountPosts(app.deps.db)).toEqual([])
  })

  test('are rejected while the comment is being hidden or deleted', async () => {
    for (const statement of [
      'update members set banned_at = now() where id = $1',
      'delete from comments where author_id = $1',
    ]) {
      const member = await buildMember(app)
      const { id } = await buildComment(member)
      expectFailure(await callDuring(app, statement, [member.id], () => like(id, reader)), 404)
    }
    expect(await recountPosts(app.deps.db)).toEqual([])
  })
})
