import { join } from 'node:path'
import * as profiles from '@rootsquare/contract/profiles'
import * as api from '@rootsquare/contract/posts'
import { describe, expect, test } from 'vitest'
import { claimOwnMedia } from '#api/domain/media-ownership.ts'
import {
  buildBlock,
  buildComment,
  buildFollow,
  buildMember,
  buildMembers,
  buildModerator,
  buildPost,
  groupIdOf,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { picture } from '#api/test/media/pictures.ts'
import { filesIn } from '#api/test/scan.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { mediaRows, upload } from '#api/test/media/upload.ts'
import { untilWaiting } from '#api/test/waiting.ts'
import { recountPosts } from './recount.ts'
import { createPost } from './write-post.ts'

const app = await sharedApp()
const author = await buildMember(app)
const reader = await buildMember(app)

const change = (id: number | string, { token }: Member, body: unknown) =>
  app.call('PUT', `/post/update/${id}`, { token, body })
const remove = (id: number | string, { token }: Member, at = app) =>
  at.call('DELETE', `/post/delete/${id}`, { token })
const read = (id: number, { token }: Member) => app.call('GET', `/post/fetch/${id}`, { token })

describe('PUT /post/update/{id}', () => {
  test('lets the author change caption and place', async () => {
    const post = await buildPost(app, author, { caption: 'First', location: 'Jos' })
    const edited = { editedDate: expect.any(String) }
    for (const [body, expected] of [
      [{ caption: '  Second  ' }, { caption: 'Second', location: 'Jos', ...edited }],
      [{ location: 'Pankshin' }, { caption: 'Second', location: 'Pankshin', ...edited }],
      [{ location: null }, { caption: 'Second', location: null, ...edited }],
      [
        { location: 'Jos', caption: 'Ẹ kú 🥁' },
        { caption: 'Ẹ kú 🥁', location: 'Jos', ...edited },
      ],
      [{ location: ' ' }, { location: null, ...edited }],
    ]) {
      expect(dataOf(api.updatePost, await change(post.id, author, body))).toMatchObject(expected ?? {})
      expect(dataOf(api.getPost, await read(post.id, reader))).toMatchObject(expected ?? {})
    }
  })

  test('shows the time of the last change, but not of an unchanged text', async () => {
    const post = await buildPost(app, author, { caption: 'Same', location: null })
    for (const body of [{}, { caption: ' Same ' }, { location: '' }, { caption: 'Same', location: null }]) {
      expect(dataOf(api.updatePost, await change(post.id, author, body)).editedDate).toBeNull()
    }
    const first = dataOf(api.updatePost, await change(post.id, author, { caption: 'Other' }))
    app.clock.move(60_000)
    const second = dataOf(api.updatePost, await change(post.id, author, { caption: 'Another' }))
    expect(Date.parse(second.editedDate ?? '')).toBeGreaterThanOrEqual(
      Date.parse(first.editedDate ?? '') + 60_000,
    )
  })

  test('accepts texts of the maximum length', async () => {
    const post = await buildPost(app, author)
    const longest = { caption: '🥁'.repeat(5000), location: 'ọ'.repeat(120) }
    expect(dataOf(api.updatePost, await change(post.id, author, longest))).toMatchObject(longest)
  })

  test.each([
    ['a blank text', { caption: '  ' }],
    ['a caption that is one character too long', { caption: 'x'.repeat(5001) }],
    ['a place that is one character too long', { location: 'x'.repeat(121) }],
  ])('rejects %s', async (_, body) => {
    const post = await buildPost(app, author)
    expectFailure(await change(post.id, author, body), 400)
    expect(dataOf(api.getPost, await read(post.id, author))).toMatchObject({
      caption: post.caption,
      editedDate: null,
    })
  })

  test('rejects moderators and admins', async () => {
    const groupId = await groupIdOf(app, 'tiv')
    const post = await buildPost(app, author, { group_id: groupId })
    for (const member of [
      reader,
      await buildModerator(app, { group_id: groupId }),
      await buildMember(app, { role: 'SUPERADMIN' }),
    ]) {
      expect(dataOf(api.getPost, await read(post.id, member)).can.update).toBe(false)
      expectFailure(await change(post.id, member, { caption: 'Mine now' }), 403, 'FORBIDDEN')
    }
    const [blocked, blocker] = await buildMembers(app, 2)
    await buildBlock(app, author, blocked)
    await buildBlock(app, blocker, author)
    for (const member of [blocked, blocker]) {
      expectFailure(await change(post.id, member, { caption: 'x' }), 404)
      expectFailure(await remove(post.id, member), 404)
    }
    expect(dataOf(api.getPost, await read(post.id, author)).caption).toBe(post.caption)
  })

  test.each([987_654_321, Number.MAX_SAFE_INTEGER])('answers 404 for the post %s', async (id) => {
    expectFailure(await change(id, author, { caption: 'x' }), 404)
    expectFailure(await remove(id, author), 404)
  })
})

describe('DELETE /post/delete/{id}', () => {
  test.each(['its author', 'a moderator of its group', 'an admin', 'a super admin'])(
    'allows %s to delete the post',
    async (who) => {
      const groupId = await groupIdOf(app, 'igbo')
      const post = await buildPost(app, author, { group_id: groupId })
      const by = {
        'its author': () => Promise.resolve(author),
        'a moderator of its group': () => buildModerator(app, { group_id: groupId }),
        'an admin': () => buildMember(app, { role: 'ADMIN' }),
        'a super admin': () => buildMember(app, { role: 'SUPERADMIN' }),
      }[who]
      const member = await by?.()
      if (!member) throw new Error(who)
      expect(dataOf(api.getPost, await read(post.id, member)).can.delete).toBe(true)
      expect(await remove(post.id, member)).toMatchObject({
        status: 200,
        body: { data: null, message: 'Post deleted' },
      })
      expectFailure(await remove(post.id, member), 404)
      expectFailure(await read(post.id, reader), 404)
      expect(await recountPosts(app.deps.db)).toEqual([])
    },
  )

  test('lets staff delete posts and comments in spite of a block', async () => {
    const writer = await buildMember(app)
    const admin = await buildMember(app, { role: 'ADMIN' })
    const pairs = [
      [admin, writer],
      [writer, admin],
    ] as const
    for (const [blocker, blocked] of pairs) {
      const post = await buildPost(app, writer)
      const commentId = await buildComment(app, post, writer, 'Rude')
      await buildBlock(app, blocker, blocked)
      const { token } = admin
      expectOk(await app.call('DELETE', `/post/comments/delete/${commentId}`, { token }))
      expectOk(await remove(post.id, admin))
      await app.deps.db.deleteFrom('blocks').where('blocker_id', '=', blocker.id).execute()
    }
  })

  test('rejects other members', async () => {
    const groupId = await groupIdOf(app, 'igbo')
    const moderator = await buildModerator(app, { group_id: groupId })
    const [inGroup, personal] = [
      await buildPost(app, author, { group_id: groupId }),
      await buildPost(app, author),
    ]
    const stranger = await buildModerator(app, { group_id: await groupIdOf(app, 'efik') })
    for (const [post, member] of [
      [inGroup, reader],
      [inGroup, await buildMember(app, { group_id: groupId })],
      [inGroup, stranger],
      [personal, moderator],
      [personal, reader],
    ] as const) {
      expectFailure(await remove(post.id, member), 403, 'FORBIDDEN')
      expect((await read(post.id, reader)).status).toBe(200)
    }
  })

  test('removes likes, comments and the post in every feed at once', async () => {
    const follower = await buildMember(app)
    await buildFollow(app, follower, author)
    const feed = async () =>
      dataOf(api.homeFeed, await app.call('GET', '/post/user/post/feed', { token: follower.token })).content
    await feed()
    await app.runJobs()
    const post = await buildPost(app, author)
    await app.runJobs()
    await app.call('POST', `/post/like/${post.id}`, { token: follower.token })
    await app.call('POST', `/post/comments/${post.id}/create`, {
      token: follower.token,
      body: { comments: 'Nice' },
    })
    expect((await feed())[0]?.id).toBe(post.id)
    expect((await remove(post.id, author)).status).toBe(200)
    expect((await feed()).map(({ id }) => id)).not.toContain(post.id)
    expect(await orphans(post.id)).toEqual([0, 0, 0])
    expect(await recountPosts(app.deps.db)).toEqual([])
  })

  test('leaves nothing behind when others like and comment at that moment', async () => {
    const others = await buildMembers(app, 4)
    for (let round = 0; round < 5; round += 1) {
      const post = await buildPost(app, author)
      const writes = others.flatMap(({ token }) => [
        app.call('POST', `/post/like/${post.id}`, { token }),
        app.call('POST', `/post/comments/${post.id}/create`, { token, body: { comments: 'Wait' } }),
      ])
      const answers = await Promise.all([...writes, remove(post.id, author), remove(post.id, author)])
      for (const { status } of answers.slice(0, -2)) expect([200, 404]).toContain(status)
      expect(
        answers
          .slice(-2)
          .map(({ status }) => status)
          .toSorted(),
      ).toEqual([200, 404])
      expect(await orphans(post.id)).toEqual([0, 0, 0])
    }
    expect(await recountPosts(app.deps.db)).toEqual([])
  })
})

async function orphans(postId: number) {
  const { db } = app.deps
  const [likes, comments, laidOut] = await Promise.all([
    db.selectFrom('likes').select('post_id').where('post_id', '=', postId).execute(),
    db.selectFrom('comments').select('post_id').where('post_id', '=', postId).execute(),
    db.selectFrom('timeline_posts').select('post_id').where('post_id', '=', postId).execute(),
  ])
  return [likes.length, comments.length, laidOut.length]
}

describe('the files of a deleted post', () => {
  async function uploadingMember() {
    const own = await temporaryApp()
    const member = await buildMember(own)
    const { id, role } = member
    const viewer = { id, role, sessionId: '' }
    const sent = async () => upload(own, member, { file: await picture('png') })
    const post = (...urls: string[]) =>
      createPost(own.deps, viewer, {
        caption: 'Look',
        postImageDTO: urls.map((postImage) => ({ postImage })),
      })
    const statusOf = async (address: string | null) => (await fetch(`${own.url}${address}`)).status
    return { own, member, sent, post, statusOf }
  }

  test('are removed with their thumbnails unless used elsewhere', async () => {
    const { own, member, sent, post, statusOf } = await uploadingMember()
    const [alone, shared, avatar, unused] = [await sent(), await sent(), await sent(), await sent()]
    await own.call('PUT', profiles.updateProfile.path.replace(':id', String(member.id)), {
      token: member.token,
      body: { profileImage: avatar.thumbnail_url },
    })
    const first = await post(alone.secure_url, shared.secure_url, avatar.secure_url)
    const second = await post(shared.secure_url)
    expect((await remove(first.id, member, own)).status).toBe(200)
    await own.runJobs()
    expect([await statusOf(alone.secure_url), await statusOf(alone.thumbnail_url)]).toEqual([404, 404])
    for (const stored of [shared, avatar, unused]) {
      expect([await statusOf(stored.secure_url), await statusOf(stored.thumbnail_url)]).toEqual([200, 200])
    }
    expect((await remove(second.id, member, own)).status).toBe(200)
    await own.runJobs()
    expect([await statusOf(shared.secure_url), await statusOf(shared.thumbnail_url)]).toEqual([404, 404])
    const stored = [avatar.secure_url, unused.secure_url]
    expect((await mediaRows(own)).map(({ url }) => url)).toEqual(stored)
    // Each with its thumbnail and its small form.
    expect(await filesIn(join(own.folder, 'media'))).toHaveLength(6)
  })

  test('include no picture that another post uses at that moment', async () => {
    const { own, member, sent, post, statusOf } = await uploadingMember()
    const image = await sent()
    const old = await post(image.secure_url)
    const other = await buildPost(own, member)
    let isOver = false
    const { deleting } = await own.deps.db.transaction().execute(async (tx) => {
      await claimOwnMedia(own.deps, tx, member.id, [image.secure_url])
      const medium = { post_id: other.id, position: 0, url: image.secure_url, type: 'image' as const }
      await tx.insertInto('post_media').values(medium).execute()
      const answer = remove(old.id, member, own).finally(() => {
        isOver = true
      })
      await untilWaiting(own, 1, () => isOver)
      return { deleting: answer }
    })
    expect((await deleting).status).toBe(200)
    await own.runJobs()
    expect([await statusOf(image.secure_url), await statusOf(image.thumbnail_url)]).toEqual([200, 200])
    expect(await mediaRows(own)).toHaveLength(1)
  })

  test('remain when the deletion is rejected', async () => {
    const { own, sent, post, statusOf } = await uploadingMember()
    const image = await sent()
    const { id } = await post(image.secure_url)
    expectFailure(await remove(id, await buildMember(own), own), 403)
    await own.runJobs()
    expect(await statusOf(image.secure_url)).toBe(200)
  })
})
