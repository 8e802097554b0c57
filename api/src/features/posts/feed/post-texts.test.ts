import { describe, expect, test } from 'vitest'
import { homeFeed } from '@rootsquare/contract/posts'
import {
  buildBlock,
  buildGroup,
  buildMember,
  buildMembership,
  buildPost,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import type { TestApp } from '#api/test/test-app.ts'
import { updateRows } from '#api/test/rows.ts'
import type { PostRow } from '#api/features/posts/post-shapes.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { openPostTexts, writePost } from './post-texts.ts'

const app = await sharedApp()
const otherNode = await sharedApp({ sameDatabaseAs: { url: app.databaseUrl } })
const nodes = [app, otherNode]

async function feedOf(node: TestApp, { token }: Member) {
  const answer = await node.call('GET', '/post/user/post/feed', { token })
  const { content } = dataOf(homeFeed, answer)
  // The body is compared as it was sent, because the schema would reorder the fields.
  return content.map((_post, place) => JSON.stringify(answer.body.data?.content?.[place]))
}

/** Reads the only post of the feed from each node. */
async function shownTo(reader: Member): Promise<string[]> {
  const shown: string[] = []
  for (const node of nodes) {
    const content = await feedOf(node, reader)
    expect(content).toHaveLength(1)
    shown.push(...content)
  }
  return shown
}

/** Reads the post by its own endpoint, which uses the database and the schema. */
async function fetched(postId: number, { token }: Member): Promise<string> {
  const { body } = await app.call('GET', `/post/fetch/${postId}`, { token })
  return JSON.stringify(body.data)
}

/** Makes both nodes store the post for the reader. */
async function visitBoth(reader: Member): Promise<void> {
  for (const node of nodes) await feedOf(node, reader)
  await app.runJobs()
  for (const node of [...nodes, ...nodes]) await feedOf(node, reader)
}

type Fixture = Awaited<ReturnType<typeof buildFixture>>

/** Creates a group with one post that has a picture and two comments. */
async function buildFixture() {
  const groupId = await buildGroup(app)
  const inGroup = async (columns = {}) => {
    const member = await buildMember(app, { group_id: null, ...columns })
    await buildMembership(app, member, groupId)
    return member
  }
  const [author, writer, reader] = [await inGroup(), await inGroup(), await inGroup()]
  const post = await buildPost(app, author, {
    group_id: groupId,
    caption: 'Ẹ kú àárọ̀ "all"\n',
    location: 'Ibadan',
  })
  await addPicture(post.id, 0)
  const comments: number[] = []
  for (const by of [writer, reader]) {
    const body = { comments: `Written by ${by.username}` }
    const answer = await app.call('POST', `/post/comments/${post.id}/create`, { token: by.token, body })
    comments.push(Number(answer.body.data?.id))
  }
  return { groupId, inGroup, author, writer, reader, postId: post.id, firstCommentId: comments[0] ?? 0 }
}

async function addPicture(postId: number, position: number): Promise<void> {
  const row = { post_id: postId, position, url: `/media/${postId}-${position}.webp`, type: 'image' as const }
  await app.deps.db.insertInto('post_media').values(row).execute()
}

const editPost = (caption: string, { author, postId }: Fixture) =>
  app.call('PUT', `/post/update/${postId}`, { token: author.token, body: { caption } })

const changes: Record<string, (fixture: Fixture) => Promise<unknown>> = {
  'an edited caption': (fixture) => editPost('Edited', fixture),
  'a caption edited twice': async (fixture) => {
    await editPost('Edited', fixture)
    await shownTo(fixture.reader)
    await editPost('Edited again', fixture)
  },
  'a caption written in the database': ({ postId }) =>
    app.deps.db.updateTable('posts').set({ caption: 'By hand' }).where('id', '=', postId).execute(),
  'another picture of the post': ({ postId }) => addPicture(postId, 1),
  'a removed picture': ({ postId }) =>
    app.deps.db.deleteFrom('post_media').where('post_id', '=', postId).execute(),
  'a new name of the author': ({ author }) => updateMember(app, author, { firstname: 'Renamed' }),
  'a new picture of the author': ({ author }) =>
    updateMember(app, author, { profile_image: '/media/new.webp' }),
  'a new name of the group': ({ groupId }) =>
    updateRows(app.deps.db, 'groups', { id: groupId }, { name: `Renamed ${groupId}` }),
  'an edited first comment': ({ firstCommentId, writer }) =>
    app.call('PUT', `/post/comments/update/${firstCommentId}`, {
      token: writer.token,
      body: { comments: 'Edited' },
    }),
  'a deleted first comment': ({ firstCommentId, writer }) =>
    app.call('DELETE', `/post/comments/delete/${firstCommentId}`, { token: writer.token }),
  'a new name of the first commenter': ({ writer }) => updateMember(app, writer, { lastname: 'Renamed' }),
  'a ban of the first commenter': ({ writer }) => updateMember(app, writer, { banned_at: app.clock.now() }),
  'a block between the reader and the first commenter': ({ writer, reader }) =>
    buildBlock(app, writer, reader),
  'a like': ({ postId, author }) => app.call('POST', `/post/like/${postId}`, { token: author.token }),
  'a reply to the first comment': ({ postId, firstCommentId, author }) =>
    app.call('POST', `/post/comments/${postId}/create`, {
      token: author.token,
      body: { comments: 'Indeed', parentId: firstCommentId },
    }),
  'a like of the first comment': ({ firstCommentId, reader }) =>
    app.call('POST', `/post/comments/like/${firstCommentId}`, {
      token: reader.token,
      body: { liked: true },
    }),
  'a bookmark of the reader': ({ postId, reader }) =>
    app.call('POST', `/post/bookmark/${postId}`, { token: reader.token, body: { saved: true } }),
  'a mention and a tag in the caption': (fixture) =>
    editPost(`With @${fixture.writer.username} at #Ọ̀ṣun`, fixture),
  'a mention in the first comment': ({ firstCommentId, writer, author }) =>
    app.call('PUT', `/post/comments/update/${firstCommentId}`, {
      token: writer.token,
      body: { comments: `Ask @${author.username}` },
    }),
  'the reader’s own like': ({ postId, reader }) =>
    app.call('POST', `/post/like/${postId}`, { token: reader.token }),
}

describe('the next call on every node shows', () => {
  test.each(Object.keys(changes))('%s', async (name) => {
    const fixture = await buildFixture()
    const { postId, reader } = fixture
    await visitBoth(reader)
    const before = await fetched(postId, reader)
    expect(await shownTo(reader)).toEqual([before, before])
    await changes[name]?.(fixture)
    const after = await fetched(postId, reader)
    expect(after).not.toBe(before)
    expect(await shownTo(reader)).toEqual([after, after])
  })
})

const removals: Record<string, (fixture: Fixture) => Promise<unknown>> = {
  'a deleted post': ({ postId, author }) =>
    app.call('DELETE', `/post/delete/${postId}`, { token: author.token }),
  'the post of a banned author': ({ author }) => updateMember(app, author, { banned_at: app.clock.now() }),
  'the post of an author who blocked the reader': ({ author, reader }) => buildBlock(app, author, reader),
  'the post of an author whom the reader blocked': ({ author, reader }) => buildBlock(app, reader, author),
}

describe('the next call on every node hides', () => {
  test.each(Object.keys(removals))('%s', async (name) => {
    const fixture = await buildFixture()
    await visitBoth(fixture.reader)
    expect(await shownTo(fixture.reader)).toHaveLength(2)
    await removals[name]?.(fixture)
    for (const node of nodes) expect(await feedOf(node, fixture.reader)).toEqual([])
  })
})

test('each reader gets their own likes and permissions', async () => {
  const { groupId, inGroup, author, writer, reader, postId } = await buildFixture()
  const [admin, moderator, blocked] = [await inGroup({ role: 'ADMIN' }), await inGroup(), await inGroup()]
  await updateRows(
    app.deps.db,
    'memberships',
    { group_id: groupId, member_id: moderator.id },
    { is_moderator: true },
  )
  for (const member of [admin, moderator, blocked]) await buildBlock(app, writer, member)
  await app.call('POST', `/post/like/${postId}`, { token: reader.token })
  const readers = [author, writer, reader, admin, moderator, blocked]
  for (const member of readers) await visitBoth(member)
  const all = new Set<string>()
  for (const member of readers) {
    const own = await fetched(postId, member)
    expect(await shownTo(member)).toEqual([own, own])
    all.add(own)
  }
  // The admin and the moderator have the same permissions.
  expect(all.size).toBe(readers.length - 1)
})

describe('the stored texts', () => {
  const counts = { floor_id: null, likes_count: 0, comments_count: 0 }
  const figures = { ...counts, is_liked: false, is_saved: false, mentions: null, is_moderated: false }
  const first = {
    first_reply_count: null,
    first_likes_count: null,
    first_is_liked: null,
    first_mentions: null,
  }
  const none = { first_comment_id: null, first_comment_version: null, first_comment: null, ...first }
  const names = { username: 'ada', firstname: 'Ada', lastname: 'Obi', profile_image: null }
  const content = {
    caption: 'x'.repeat(1000),
    location: null,
    group_id: null,
    group_name: null,
    media: null,
    tags: [],
    link_card: null,
  }
  const times = { created_at: new Date(), edited_at: null }
  const rowOf = (id: number, version = 0): PostRow => ({
    id,
    version,
    author_id: 1,
    ...figures,
    ...none,
    ...names,
    ...content,
    ...times,
  })
  const viewer: Viewer = { id: 1, role: 'USER', sessionId: '' }

  test('stay within their limit by dropping the oldest first', () => {
    const max = 10_000
    const texts = openPostTexts(max)
    for (let id = 1; id <= 100; id += 1) {
      texts.save(rowOf(id))
      texts.save(rowOf(id, 1))
      expect(texts.size()).toBeLessThanOrEqual(max)
    }
    expect(texts.find(rowOf(1, 1))).toBeUndefined()
    expect(texts.find(rowOf(100, 1))).toBeDefined()
  })

  test('are found only for their own version', () => {
    const texts = openPostTexts()
    texts.save(rowOf(1, 2))
    for (const version of [1, 3]) expect(texts.find(rowOf(1, version))).toBeUndefined()
    const found = texts.find(rowOf(1, 2))
    expect(found && JSON.parse(writePost(found, viewer))).toMatchObject({ id: 1, caption: content.caption })
  })

  test('are not stored beyond the limit, but the post is shown', () => {
    const saved = openPostTexts(10).save(rowOf(1))
    expect(JSON.parse(writePost(saved, viewer))).toMatchObject({ id: 1 })
  })
})
