import { describe, expect, test } from 'vitest'
import { bookmarkPost, listBookmarks } from '@rootsquare/contract/post-lists'
import { getPost } from '@rootsquare/contract/posts'
import { buildBlock, buildMember, buildPost, updateMember, type Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'

const app = await sharedApp()
const author = await buildMember(app)

const save = (id: number | string, { token }: Member, body: unknown = { saved: true }) =>
  app.call('POST', `/post/bookmark/${id}`, { token, body })
const list = (reader: Member, query: Record<string, string | number> = {}) =>
  app.call('GET', '/post/bookmarks', { token: reader.token, query })
const listed = async (reader: Member, query = {}) => dataOf(listBookmarks, await list(reader, query))
const idsOf = async (reader: Member) => (await listed(reader)).content.map(({ id }) => id)

describe('POST /post/bookmark/{id}', () => {
  test('saves and removes a post, and is harmless when repeated', async () => {
    const reader = await buildMember(app)
    const { id } = await buildPost(app, author)
    for (const saved of [true, true, false, false]) {
      expect(dataOf(bookmarkPost, await save(id, reader, { saved }))).toEqual({ saved })
      const post = dataOf(getPost, await app.call('GET', `/post/fetch/${id}`, { token: reader.token }))
      expect(post.isSavedByUser).toBe(saved)
      expect(await idsOf(reader)).toEqual(saved ? [id] : [])
    }
    expect(dataOf(getPost, await app.call('GET', `/post/fetch/${id}`)).isSavedByUser).toBe(false)
  })

  test('answers 404 for an unknown post', async () => {
    expectFailure(await save(987_654_321, author), 404)
  })

  test('leaves one bookmark or none when the post is deleted at once', async () => {
    const reader = await buildMember(app)
    const [kept, deleted] = [await buildPost(app, author), await buildPost(app, author)]
    for (const answer of await Promise.all(Array.from({ length: 8 }, () => save(kept.id, reader))))
      expectOk(answer)
    const statement = 'delete from posts where id = $1'
    const late = await callDuring(app, statement, [deleted.id], () => save(deleted.id, reader))
    expectFailure(late, 404)
    expect(await idsOf(reader)).toEqual([kept.id])
  })
})

describe('GET /post/bookmarks', () => {
  test('lists the last saved first, page by page', async () => {
    const reader = await buildMember(app)
    const posts = [await buildPost(app, author), await buildPost(app, author), await buildPost(app, author)]
    const order = [posts[1], posts[2], posts[0]].map((post) => post?.id ?? 0)
    for (const id of order) await save(id, reader)
    const first = await listed(reader, { size: 2 })
    expect(first.content.map(({ id, isSavedByUser }) => [id, isSavedByUser])).toEqual([
      [order[2], true],
      [order[1], true],
    ])
    const second = await listed(reader, { size: 2, cursor: first.nextCursor })
    expect(second.content.map(({ id }) => id)).toEqual([order[0]])
    expect(second.nextCursor).toBe(null)
  })

  test('omits deleted posts, and hidden ones while they are hidden', async () => {
    const [reader, banned, blocked] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    const [one, two, three, deletedPost] = [
      await buildPost(app, author),
      await buildPost(app, banned),
      await buildPost(app, blocked),
      await buildPost(app, author),
    ]
    for (const { id } of [one, two, three, deletedPost]) await save(id, reader)
    await updateMember(app, banned, { banned_at: app.clock.now() })
    await buildBlock(app, blocked, reader)
    await app.call('DELETE', `/post/delete/${deletedPost.id}`, { token: author.token })
    expect(await idsOf(reader)).toEqual([one.id])
    await updateMember(app, banned, { banned_at: null })
    expect(await idsOf(reader)).toEqual([two.id, one.id])
    expect(await idsOf(author)).toEqual([])
  })
})
