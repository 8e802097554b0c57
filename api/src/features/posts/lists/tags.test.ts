import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { foldTag } from '@rootsquare/contract/lib/mentions'
import { listPopularTags, listTagPosts } from '@rootsquare/contract/post-lists'
import { createPost, updatePost } from '@rootsquare/contract/posts'
import { buildBlock, buildMember, updateMember, type Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { inDays } from '#api/ports/clock/clock.ts'

const app = await sharedApp()
const author = await buildMember(app)

const write = async ({ token }: Member, caption: string) =>
  dataOf(createPost, await app.call('POST', '/post/user/create', { token, body: { caption } }))
const read = ({ token }: Member, tag: string, query: Record<string, string | number> = {}) =>
  app.call('GET', `/post/tag/${encodeURIComponent(tag)}`, { token, query })
const idsOf = async (reader: Member, tag: string) =>
  dataOf(listTagPosts, await read(reader, tag)).content.map(({ id }) => id)
const popular = async () =>
  dataOf(listPopularTags, await app.call('GET', '/tags/popular', { token: author.token }))

describe('tags of a post', () => {
  test('are normalized, once each, in the order of the text, at most 20', async () => {
    const { tags } = await write(author, 'Ẹ wá sí #Ọ̀ṣun àti #NewYam, #osun #Ɗanɓatta a#b x.ng/#no')
    expect(tags).toEqual(['osun', 'newyam', 'danbatta'])
    const many = Array.from({ length: 25 }, (_, place) => `#many${place}`)
    expect((await write(author, many.join(' '))).tags).toEqual(many.slice(0, 20).map((tag) => tag.slice(1)))
  })

  test('change with an edit of the caption', async () => {
    const { id } = await write(author, '#before and #both')
    const body = { caption: '#both and #after' }
    const answer = await app.call('PUT', `/post/update/${id}`, { token: author.token, body })
    expect(dataOf(updatePost, answer).tags).toEqual(['both', 'after'])
    expect(await idsOf(author, 'before')).toEqual([])
    expect(await idsOf(author, 'after')).toEqual([id])
    await app.call('PUT', `/post/update/${id}`, { token: author.token, body: { location: 'Jos' } })
    expect(await idsOf(author, 'both')).toEqual([id])
  })

  test('are normalized in the browser as in the database', async () => {
    const letters = 'ÀÁÈÉẸẸ̀ẸÌÍÒÓỌỌ̀ỌÙÚṢŃǸỊỤṄƁƊƘƳŊƐƆƎĀÊÔÜÑÇ'
    const words = [...letters, ...letters.toLowerCase(), 'Ọ̀ṣun', 'ẹ̀fọ́_2', 'Ƴanci', letters]
    const { rows } = await sql<{ word: string; folded: string }>`
      select word, fold(word) as folded from unnest(${words}::text[]) word`.execute(app.deps.db)
    expect(rows.map(({ word }) => foldTag(word))).toEqual(rows.map(({ folded }) => folded))
  })
})

describe('GET /post/tag/{tag}', () => {
  test('lists the newest first, however the tag is typed', async () => {
    const ids: number[] = []
    for (const caption of ['#Ẹyọ̀ one', '#eyo two', '#EYO three'])
      ids.unshift((await write(author, caption)).id)
    for (const tag of ['eyo', '#Ẹyọ', 'EYO']) expect(await idsOf(author, tag)).toEqual(ids)
    const first = dataOf(listTagPosts, await read(author, 'eyo', { size: 2 }))
    expect(first.content.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const second = dataOf(listTagPosts, await read(author, 'eyo', { cursor: Number(first.nextCursor) }))
    expect(second).toMatchObject({ content: [{ id: ids[2] }], nextCursor: null })
    expect(await idsOf(author, 'ey')).toEqual([])
  })

  test('omits posts that the reader cannot see', async () => {
    const [banned, blocked, reader] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    for (const member of [banned, blocked]) await write(member, '#Durbar')
    await buildBlock(app, reader, blocked)
    await updateMember(app, banned, { banned_at: app.clock.now() })
    expect(await idsOf(reader, 'durbar')).toEqual([])
    expect(await idsOf(author, 'durbar')).toHaveLength(1)
    expect((await popular()).find(({ tag }) => tag === 'durbar')).toEqual({ tag: 'durbar', posts: 1 })
  })

  test('rejects a tag that is too long or blank', async () => {
    expectFailure(await read(author, 'x'.repeat(101)), 400)
    expectFailure(await read(author, ' '), 400)
  })
})

test('GET /tags/popular counts the posts of 7 days for at most 20 tags', async () => {
  for (const caption of ['#argungu #zaria', '#argungu', '#argungu']) await write(author, caption)
  await write(author, Array.from({ length: 20 }, (_, place) => `#town${place}`).join(' '))
  const old = await write(author, '#lastmonth')
  const created_at = inDays(app.clock.now(), -7)
  await app.deps.db.updateTable('post_tags').set({ created_at }).where('post_id', '=', old.id).execute()
  const tags = await popular()
  expect(tags[0]).toEqual({ tag: 'argungu', posts: 3 })
  expect(tags).toHaveLength(20)
  expect(tags.map(({ posts }) => posts)).toEqual(tags.map(({ posts }) => posts).toSorted((a, b) => b - a))
  expect(tags.map(({ tag }) => tag)).not.toContain('lastmonth')
})
