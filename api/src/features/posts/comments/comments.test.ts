import { describe, expect, test } from 'vitest'
import * as commentApi from '@rootsquare/contract/comments'
import * as api from '@rootsquare/contract/posts'
import {
  buildBlock,
  buildMember,
  buildMembers,
  buildModerator,
  buildPost,
  groupIdOf,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'
import { recountPosts } from '#api/features/posts/recount.ts'

const app = await sharedApp()
const author = await buildMember(app)
const writer = await buildMember(app)

const add = (id: number | string, { token }: Member, body: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', `/post/comments/${id}/create`, { token, body, headers })
const change = (id: number | string, { token }: Member, body: unknown) =>
  app.call('PUT', `/post/comments/update/${id}`, { token, body })
const remove = (id: number | string, { token }: Member) =>
  app.call('DELETE', `/post/comments/delete/${id}`, { token })
const list = (id: number | string, { token }: Member, query: Record<string, string | number> = {}) =>
  app.call('GET', `/post/comments/${id}`, { token, query })

const added = async (id: number, member: Member, comments = 'Well said') =>
  dataOf(commentApi.addComment, await add(id, member, { comments }))

async function wordsOn(id: number, member: Member) {
  return dataOf(commentApi.listComments, await list(id, member)).content.map(({ comments }) => comments)
}

async function ban({ id }: Member) {
  await updateMember(app, { id }, { banned_at: app.clock.now() })
}

describe('POST /post/comments/{id}/create', () => {
  test('adds a comment, which the post counts and shows first', async () => {
    const post = await buildPost(app, author)
    const comment = await added(post.id, writer, '  Ó dára púpọ̀! 🥁\n\nمرحبا  ')
    expect(comment).toEqual({
      id: expect.any(Number),
      userId: writer.id,
      userName: writer.username,
      firstname: writer.firstname,
      lastname: writer.lastname,
      profileImage: null,
      comments: 'Ó dára púpọ̀! 🥁\n\nمرحبا',
      parentId: null,
      createdDate: expect.any(String),
      editedDate: null,
      replyCount: 0,
      likes: 0,
      isLikedByUser: false,
      mentions: [],
      can: { update: true, delete: true, report: false },
    })
    await added(post.id, author, 'Thank you')
    const read = dataOf(api.getPost, await app.call('GET', `/post/fetch/${post.id}`, { token: writer.token }))
    expect(read).toMatchObject({ commentCount: 2, comments: [comment] })
    const visitor = dataOf(api.getPost, await app.call('GET', `/post/fetch/${post.id}`))
    expect(visitor).toMatchObject({ commentCount: 2, comments: [] })
  })

  test('accepts a text of the maximum length', async () => {
    const post = await buildPost(app, author)
    const comment = await added(post.id, writer, '🥁'.repeat(2000))
    expect([...comment.comments]).toHaveLength(2000)
  })

  test.each([
    ['a blank text', { comments: ' \n ' }],
    ['a comment that is one character too long', { comments: 'x'.repeat(2001) }],
  ])('rejects %s, also as a change', async (_, body) => {
    const post = await buildPost(app, author)
    expectFailure(await add(post.id, writer, body), 400)
    expect(await wordsOn(post.id, writer)).toEqual([])
    const comment = await added(post.id, writer)
    expectFailure(await change(comment.id, writer, body), 400)
    expect(await wordsOn(post.id, writer)).toEqual(['Well said'])
  })

  test.each([987_654_321, Number.MAX_SAFE_INTEGER])('answers 404 for the post or comment %s', async (id) => {
    const body = { comments: 'Hello?' }
    const answers = [add(id, writer, body), list(id, writer), change(id, writer, body), remove(id, writer)]
    for (const answer of answers) expectFailure(await answer, 404)
  })

  test('rejects a comment on a post of a blocked or banned member', async () => {
    const [blocked, blocker, banned] = await buildMembers(app, 3)
    await buildBlock(app, author, blocked)
    await buildBlock(app, blocker, author)
    const post = await buildPost(app, author)
    for (const member of [blocked, blocker]) {
      expectFailure(await add(post.id, member, { comments: 'Let me in' }), 404)
      expectFailure(await list(post.id, member), 404)
    }
    const hidden = await buildPost(app, banned)
    await ban(banned)
    expectFailure(await add(hidden.id, writer, { comments: 'Why?' }), 404)
    expectFailure(await list(hidden.id, writer), 404)
    expectFailure(await add(post.id, banned, { comments: 'Still here' }), 403, 'ACCOUNT_BANNED')
    expect(await wordsOn(post.id, writer)).toEqual([])
  })

  test('rejects a comment during a ban of its writer or of the post’s author', async () => {
    const [banned, poster] = await buildMembers(app, 2)
    const [one, other] = [await buildPost(app, author), await buildPost(app, poster)]
    const during = (target: Member, id: number, by: Member) =>
      callDuring(app, 'update members set banned_at = $1 where id = $2', [app.clock.now(), target.id], () =>
        add(id, by, { comments: 'At the same moment' }),
      )
    expectFailure(await during(banned, one.id, banned), 403, 'ACCOUNT_BANNED')
    expectFailure(await during(poster, other.id, writer), 404)
    expect(await wordsOn(one.id, writer)).toEqual([])
    expect(await recountPosts(app.deps.db)).toEqual([])
  })

  test('does not make comments on several posts wait for each other', async () => {
    const [one, other] = [await buildPost(app, author), await buildPost(app, author)]
    const lock = 'select from posts where id = $1 for no key update'
    const waiting = await callDuring(app, lock, [one.id], async () => {
      const first = add(one.id, writer, { comments: 'Waits' })
      expectOk(await add(other.id, writer, { comments: 'Does not wait' }))
      return first
    })
    expectOk(waiting)
  })

  test('stores one comment per key, even for ten calls at once', async () => {
    const post = await buildPost(app, author)
    const body = { comments: 'Only once' }
    const headers = { 'idempotency-key': 'comment-1' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(post.id, writer, body, headers)))
    answers.push(await add(post.id, writer, body, headers))
    const ids = answers.map((answer) => dataOf(commentApi.addComment, answer).id)
    expect(new Set(ids).size).toBe(1)
    expectFailure(await add(post.id, writer, { comments: 'Twice' }, headers), 409, 'IDEMPOTENCY_MISMATCH')
    expect(await wordsOn(post.id, writer)).toEqual(['Only once'])
    expect(await recountPosts(app.deps.db)).toEqual([])
  })
})

describe('GET /post/comments/{id}', () => {
  test('lists the oldest first, page by page', async () => {
    const post = await buildPost(app, author)
    for (const word of ['one', 'two', 'three', 'four', 'five']) await added(post.id, writer, word)
    const page = async (number: number) =>
      dataOf(commentApi.listComments, await list(post.id, author, { page: number, size: 2 }))
    const counts = { totalElements: 5, totalPages: 3 }
    const pages = [await page(0), await page(1), await page(2), await page(3)]
    expect(pages.map(({ content }) => content.map(({ comments }) => comments))).toEqual([
      ['one', 'two'],
      ['three', 'four'],
      ['five'],
      [],
    ])
    expect(pages.map(({ last }) => last)).toEqual([false, false, true, true])
    for (const [number, one] of pages.entries()) expect(one).toMatchObject({ ...counts, number })
  })

  test('returns an empty page for a post without comments', async () => {
    const post = await buildPost(app, author)
    const page = dataOf(commentApi.listComments, await list(post.id, writer))
    expect(page).toEqual({ content: [], last: true, totalElements: 0, totalPages: 0, number: 0 })
  })

  test('omits blocked and banned members, also from the count', async () => {
    const post = await buildPost(app, author)
    const [reader, blocked, blocker, banned] = await buildMembers(app, 4)
    for (const member of [blocked, blocker, banned, writer]) await added(post.id, member, `by ${member.id}`)
    await buildBlock(app, reader, blocked)
    await buildBlock(app, blocker, reader)
    await ban(banned)
    const page = dataOf(commentApi.listComments, await list(post.id, reader))
    expect(page.content.map(({ userId }) => userId)).toEqual([writer.id])
    expect(page.totalElements).toBe(1)
    const others = dataOf(commentApi.listComments, await list(post.id, writer))
    expect(others.content.map(({ userId }) => userId)).toEqual([blocked.id, blocker.id, writer.id])
    expect(await recountPosts(app.deps.db)).toEqual([])
  })
})

describe('PUT /post/comments/update/{commentId}', () => {
  test('lets the author change the comment', async () => {
    const post = await buildPost(app, author)
    const comment = await added(post.id, writer)
    const same = dataOf(
      commentApi.updateComment,
      await change(comment.id, writer, { comments: ' Well said ' }),
    )
    expect(same).toEqual(comment)
    app.clock.move(60_000)
    const changed = dataOf(
      commentApi.updateComment,
      await change(comment.id, writer, { comments: 'Well put' }),
    )
    expect(changed).toEqual({ ...comment, comments: 'Well put', editedDate: expect.any(String) })
    expect(changed.editedDate).not.toBe(comment.createdDate)
    expect(dataOf(commentApi.listComments, await list(post.id, author)).content).toMatchObject([
      { comments: 'Well put', editedDate: changed.editedDate },
    ])
  })

  test('rejects a change by other members', async () => {
    const groupId = await groupIdOf(app, 'tiv')
    const post = await buildPost(app, author, { group_id: groupId })
    const comment = await added(post.id, writer)
    for (const member of [
      author,
      await buildModerator(app, { group_id: groupId }),
      await buildMember(app, { role: 'SUPERADMIN' }),
    ]) {
      expectFailure(await change(comment.id, member, { comments: 'Mine now' }), 403, 'FORBIDDEN')
    }
    expect(await wordsOn(post.id, writer)).toEqual(['Well said'])
  })

  test('answers 404 to members who cannot see it', async () => {
    const [blocked, banned] = await buildMembers(app, 2)
    await buildBlock(app, writer, blocked)
    const post = await buildPost(app, author)
    const comment = await added(post.id, writer)
    expectFailure(await change(comment.id, blocked, { comments: 'x' }), 404)
    expectFailure(await remove(comment.id, blocked), 404)
    const hidden = await added(post.id, banned)
    await ban(banned)
    expectFailure(await change(hidden.id, writer, { comments: 'x' }), 404)
    expectFailure(await remove(hidden.id, writer), 404)
  })
})

describe('DELETE /post/comments/delete/{commentId}', () => {
  test('lets the author delete a comment under the post of a blocker', async () => {
    const blocked = await buildMember(app)
    const post = await buildPost(app, author)
    const comment = await added(post.id, blocked)
    await buildBlock(app, author, blocked)
    expectFailure(await list(post.id, blocked), 404)
    expectOk(await remove(comment.id, blocked))
  })

  test.each(['its writer', 'a moderator of the group', 'an admin', 'a super admin'])(
    'lets %s delete the comment',
    async (who) => {
      const groupId = await groupIdOf(app, 'igbo')
      const post = await buildPost(app, author, { group_id: groupId })
      const comment = await added(post.id, writer)
      const by = {
        'its writer': () => Promise.resolve(writer),
        'a moderator of the group': () => buildModerator(app, { group_id: groupId }),
        'an admin': () => buildMember(app, { role: 'ADMIN' }),
        'a super admin': () => buildMember(app, { role: 'SUPERADMIN' }),
      }[who]
      const member = await by?.()
      if (!member) throw new Error(who)
      const seen = dataOf(commentApi.listComments, await list(post.id, member)).content[0]
      expect(seen?.can.delete).toBe(true)
      expect(await remove(comment.id, member)).toMatchObject({
        status: 200,
        body: { data: null, message: 'Comment deleted' },
      })
      expectFailure(await remove(comment.id, member), 404)
      expect(await wordsOn(post.id, member)).toEqual([])
      expect(await recountPosts(app.deps.db)).toEqual([])
    },
  )

  test('rejects other members, even the author of the post', async () => {
    const groupId = await groupIdOf(app, 'igbo')
    const post = await buildPost(app, author, { group_id: groupId })
    const comment = await added(post.id, writer)
    const others = [
      author,
      await buildMember(app),
      await buildMember(app, { group_id: groupId }),
      await buildModerator(app, { group_id: await groupIdOf(app, 'efik') }),
    ]
    for (const member of others) {
      const seen = dataOf(commentApi.listComments, await list(post.id, member)).content[0]
      expect(seen?.can).toEqual({ update: false, delete: false, report: true })
      expectFailure(await remove(comment.id, member), 403, 'FORBIDDEN')
    }
    expect(await wordsOn(post.id, writer)).toEqual(['Well said'])
  })

  test('counts the comment down once when repeated ten times at once', async () => {
    const post = await buildPost(app, author)
    const comment = await added(post.id, writer)
    await added(post.id, writer, 'Stays')
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(comment.id, writer)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9)
    expect(await wordsOn(post.id, writer)).toEqual(['Stays'])
    expect(await recountPosts(app.deps.db)).toEqual([])
  })
})

test('a block hides no posts and comments from the group moderator', async () => {
  const groupId = await groupIdOf(app, 'tiv')
  const moderator = await buildModerator(app, { group_id: groupId })
  const post = await buildPost(app, author, { group_id: groupId })
  const { id } = await added(post.id, writer)
  for (const blocking of [author, writer]) await buildBlock(app, blocking, moderator)
  const elsewhere = await buildPost(app, author)
  expectFailure(await app.call('GET', `/post/fetch/${elsewhere.id}`, { token: moderator.token }), 404)
  expect((await remove(id, moderator)).status).toBe(200)
  const removed = await app.call('DELETE', `/post/delete/${post.id}`, { token: moderator.token })
  expect(removed.status).toBe(200)
})
