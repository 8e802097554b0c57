import { describe, expect, test } from 'vitest'
import * as api from '@rootsquare/contract/posts'
import {
  buildBlock,
  buildFollow,
  buildMedia,
  buildMember,
  groupIdOf,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure } from '#api/test/answer.ts'
import { picture } from '#api/test/media/pictures.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { upload } from '#api/test/media/upload.ts'
import { mp4 } from '#api/test/media/videos.ts'
import { callDuring } from '#api/test/waiting.ts'
import { readRow } from '#api/test/rows.ts'
import { recountPosts } from './recount.ts'
import { createPost } from './write-post.ts'

const app = await sharedApp()
const author = await buildMember(app)

const write = (member: Member, body: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', '/post/user/create', { token: member.token, body, headers })

const writeInGroup = (
  member: Member,
  groupId: number | string,
  body: unknown = { caption: 'In the square' },
) => app.call('POST', `/post/group/${groupId}/create`, { token: member.token, body })

async function postsOf({ id }: { id: number }) {
  return app.deps.db.selectFrom('posts').selectAll().where('author_id', '=', id).orderBy('id').execute()
}

describe('POST /post/user/create', () => {
  test('stores a post and returns it as everybody reads it', async () => {
    const member = await buildMember(app)
    const answer = await write(member, { caption: '  New yam festival  ', location: ' Nsukka ' })
    const post = dataOf(api.createPost, answer)
    expect(post).toEqual({
      id: expect.any(Number),
      userId: member.id,
      userName: member.username,
      firstname: member.firstname,
      lastname: member.lastname,
      profileImage: null,
      caption: 'New yam festival',
      location: 'Nsukka',
      createdDate: expect.any(String),
      editedDate: null,
      postGroupId: null,
      postGroupName: null,
      postImage: null,
      postImageDTO: [],
      likes: 0,
      isPostLikedByUser: false,
      isSavedByUser: false,
      mentions: [],
      tags: [],
      linkCard: null,
      commentCount: 0,
      comments: [],
      can: { like: true, comment: true, update: true, delete: true, report: false },
    })
    expect(dataOf(api.getPost, await app.call('GET', `/post/fetch/${post.id}`))).toMatchObject({
      caption: 'New yam festival',
      can: { like: false, comment: false, update: false, delete: false, report: false },
    })
    const { posts_count } = await readRow(app.deps.db, 'members', { id: member.id }, ['posts_count'])
    expect(posts_count).toBe(1)
  })

  test.each([
    ['tone marks', 'Ẹ káàárọ̀ o! Ụtụtụ ọma, ɓarka da safiya, ṣé dáadáa ni? ₦'],
    ['tone marks apart from their letters', 'e\u0323\u0301 o\u0323\u0300'],
    ['emoji with several code points', '👩🏾‍🌾🇳🇬🥁 and 👨‍👩‍👧‍👦'],
    ['right to left', 'مرحبا بكم في الساحة \u202Eabc\u202C'],
    ['line breaks, tabs and inner spaces', 'One\n\n\tTwo   three\r\nfour'],
    ['what looks like a program', "<script>alert(1)</script> '; drop table posts; -- ${x} $& \\ %s"],
  ])('keeps %s exactly', async (_, caption) => {
    const post = dataOf(api.createPost, await write(author, { caption }))
    expect(post.caption).toBe(caption)
    const read = dataOf(api.getPost, await app.call('GET', `/post/fetch/${post.id}`, { token: author.token }))
    expect(read.caption).toBe(caption)
  })

  test('accepts the maximum length in code points', async () => {
    const alt = '🥁'.repeat(300)
    const { url } = await buildMedia(app, author)
    const longest = {
      caption: '🥁'.repeat(5000),
      location: 'ọ'.repeat(120),
      postImageDTO: [{ postImage: url, alt }],
    }
    const post = dataOf(api.createPost, await write(author, longest))
    expect([...post.caption]).toHaveLength(5000)
    expect(post.location).toBe(longest.location)
    expect(post.postImageDTO[0]?.alt).toBe(alt)
  })

  test.each([[''], ['   '], [null], [undefined]])('stores no place for %j', async (location) => {
    const post = dataOf(api.createPost, await write(author, { caption: 'Somewhere', location }))
    expect(post.location).toBeNull()
  })

  test.each([
    ['a blank caption', { caption: ' \n\t ' }],
    ['a caption that is one character too long', { caption: 'x'.repeat(5001) }],
    ['a place that is one character too long', { caption: 'x', location: 'y'.repeat(121) }],
    ['addresses without their objects', { caption: 'x', postImageDTO: ['/media/a.webp'] }],
    ['a medium without an address', { caption: 'x', postImageDTO: [{ alt: 'x' }] }],
    ['an empty address', { caption: 'x', postImageDTO: [{ postImage: '' }] }],
  ])('rejects %s', async (_, body) => {
    const member = await buildMember(app)
    expectFailure(await write(member, body), 400)
    expect(await postsOf(member)).toEqual([])
  })

  test('names the field with the text of the spec', async () => {
    expect(expectFailure(await write(author, { caption: '' }), 400).fields).toEqual({ caption: 'Required.' })
    expect(expectFailure(await write(author, { caption: 'x'.repeat(5001) }), 400).fields).toEqual({
      caption: 'Maximum 5000 characters allowed',
    })
  })

  test('rejects banned and suspended members', async () => {
    for (const lock of [{ banned_at: app.clock.now() }, { suspended_until: new Date('2200-01-01') }]) {
      const member = await buildMember(app)
      await updateMember(app, member, lock)
      expectFailure(await write(member, { caption: 'Still here' }), 403)
      expect(await postsOf(member)).toEqual([])
    }
  })

  test('stores nothing when the member is banned at that moment', async () => {
    const member = await buildMember(app)
    const { id, role } = member
    const viewer = { id, role, sessionId: '' }
    const writing = callDuring(app, 'update members set banned_at = now() where id = $1', [id], () =>
      createPost(app.deps, viewer, { caption: 'Late', postImageDTO: [] }),
    )
    await expect(writing).rejects.toMatchObject({ status: 403, code: 'ACCOUNT_BANNED' })
    expect(await postsOf(member)).toEqual([])
  })

  test('queues the job that copies the post to timelines', async () => {
    const own = await temporaryApp()
    const [writer, follower] = [await buildMember(own), await buildMember(own)]
    await buildFollow(own, follower, writer)
    const feed = async () =>
      dataOf(api.homeFeed, await own.call('GET', '/post/user/post/feed', { token: follower.token })).content
    expect(await feed()).toEqual([])
    await own.runJobs()
    const post = { caption: 'For all of you' }
    const body = { ...post, postImageDTO: [{ postImage: '/media/none.webp' }] }
    expectFailure(await own.call('POST', '/post/user/create', { token: writer.token, body }), 400)
    await own.call('POST', '/post/user/create', { token: writer.token, body: post })
    expect(await feed()).toMatchObject([post])
    await own.runJobs()
    const rows = await own.deps.db.selectFrom('posts').select('is_fanned_out').execute()
    expect(rows).toEqual([{ is_fanned_out: true }])
    expect(await feed()).toMatchObject([post])
  })
})

describe('the media of a post', () => {
  test('have address, thumbnail, kind and size in the given order', async () => {
    const image = await upload(app, author, { file: await picture('png', 640, 480) })
    const film = await upload(app, author, { file: mp4(), poster: await picture('jpeg', 90, 160) })
    const answer = await write(author, {
      caption: 'Both',
      postImageDTO: [
        { postImage: film.secure_url, thumbnail: film.thumbnail_url },
        { postImage: image.secure_url, thumbnail: null, alt: ' A drum ' },
      ],
    })
    const post = dataOf(api.createPost, answer)
    expect(post.postImage).toBe(film.secure_url)
    expect(post.postImageDTO).toEqual([
      {
        postImage: film.secure_url,
        thumbnail: film.thumbnail_url,
        type: 'video',
        width: film.width,
        height: film.height,
        alt: null,
      },
      {
        postImage: image.secure_url,
        thumbnail: image.thumbnail_url,
        type: 'image',
        width: 640,
        height: 480,
        alt: 'A drum',
      },
    ])
  })

  test('show the picture when named by its thumbnail', async () => {
    const image = await upload(app, author, { file: await picture('png') })
    const body = { caption: 'Small', postImageDTO: [{ postImage: image.thumbnail_url, thumbnail: '' }] }
    const post = dataOf(api.createPost, await write(author, body))
    expect(post.postImageDTO).toMatchObject([
      { postImage: image.secure_url, thumbnail: image.thumbnail_url, width: 64, height: 48 },
    ])
  })

  test('are at most ten', async () => {
    const media = []
    for (let made = 0; made < 11; made += 1) media.push({ postImage: (await buildMedia(app, author)).url })
    const post = dataOf(api.createPost, await write(author, { caption: 'Ten', postImageDTO: media.slice(1) }))
    expect(post.postImageDTO.map(({ postImage }) => postImage)).toEqual(
      media.slice(1).map(({ postImage }) => postImage),
    )
    const failure = expectFailure(await write(author, { caption: 'Eleven', postImageDTO: media }), 400)
    expect(failure.fields).toEqual({ postImageDTO: 'At most 10 pictures and videos.' })
  })

  test.each([
    ['a third party', 'https://tracker.example/pixel.png'],
    ['a third party under our path', 'https://evil.example/media/a.webp'],
    ['the image host, where none is set', 'https://res.cloudinary.com/demo/image/upload/a.png'],
    ['the cloud’s own address', 'http://169.254.169.254/latest/meta-data'],
    ['a program', 'javascript:alert(1)'],
    ['data', 'data:image/png;base64,AAAA'],
    ['an unknown stored file', '/media/00/none.webp'],
    ['a path out of the store', '/media/../../etc/passwd'],
  ])('are rejected from %s, also as thumbnails', async (_, address) => {
    const member = await buildMember(app)
    const { url } = await buildMedia(app, member)
    for (const medium of [{ postImage: address }, { postImage: url, thumbnail: address }]) {
      const failure = expectFailure(await write(member, { caption: 'x', postImageDTO: [medium] }), 400)
      expect(failure.fields).toEqual({ postImageDTO: 'Please upload this picture first.' })
    }
    expect(await postsOf(member)).toEqual([])
  })

  test('are rejected from another member or an incomplete upload', async () => {
    const member = await buildMember(app)
    const [foreign, half] = [await buildMedia(app, author), await buildMedia(app, member)]
    await app.deps.db.updateTable('media').set({ stored_at: null }).where('url', '=', half.url).execute()
    for (const { url } of [foreign, half]) {
      const answer = await write(member, { caption: 'x', postImageDTO: [{ postImage: url }] })
      expect(expectFailure(answer, 400).fields).toEqual({ postImageDTO: 'Please upload this picture first.' })
    }
    const own = await buildMedia(app, member)
    const both = [{ postImage: own.url }, { postImage: foreign.url }]
    expectFailure(await write(member, { caption: 'x', postImageDTO: both }), 400)
    expect(await postsOf(member)).toEqual([])
  })

  test('are rejected twice in one post, but not in two posts', async () => {
    const { url } = await buildMedia(app, author)
    const twice = [{ postImage: url }, { postImage: url, alt: 'again' }]
    const failure = expectFailure(await write(author, { caption: 'Twins', postImageDTO: twice }), 400)
    expect(failure.fields).toEqual({ postImageDTO: 'This picture is in the post already.' })
    for (const caption of ['First', 'Second']) {
      expect((await write(author, { caption, postImageDTO: [{ postImage: url }] })).status).toBe(200)
    }
  })

  test('are rejected with a description that is too long', async () => {
    const { url } = await buildMedia(app, author)
    const media = [{ postImage: url, alt: 'x'.repeat(301) }]
    const failure = expectFailure(await write(author, { caption: 'x', postImageDTO: media }), 400)
    expect(failure.fields).toEqual({ 'postImageDTO.0.alt': 'Maximum 300 characters allowed' })
  })

  test('are accepted from the configured image host and account only', async () => {
    const own = await temporaryApp({
      settings: {
        CLOUDINARY_UPLOAD_URL: 'https://api.cloudinary.com/v1_1/ours/upload',
        CLOUDINARY_PRESET: 'unsigned',
      },
    })
    const member = await buildMember(own)
    const host = 'https://res.cloudinary.com'
    const send = (postImageDTO: unknown) =>
      own.call('POST', '/post/user/create', { token: member.token, body: { caption: 'x', postImageDTO } })
    const image = `${host}/ours/image/upload/v1/a.jpg`
    const film = `${host}/ours/video/upload/v1/a.mp4`
    const still = `${host}/ours/video/upload/v1/a.jpg`
    const { url } = await buildMedia(own, member)
    const post = dataOf(
      api.createPost,
      await send([
        { postImage: image, thumbnail: url },
        { postImage: film, thumbnail: still },
      ]),
    )
    const unknown = { width: null, height: null, alt: null }
    expect(post.postImageDTO).toEqual([
      { postImage: image, thumbnail: null, type: 'image', ...unknown },
      { postImage: film, thumbnail: still, type: 'video', ...unknown },
    ])
    for (const other of [
      `${host}/theirs/image/upload/a.jpg`,
      `${host}/ours/../theirs/a.jpg`,
      `${host}.evil/ours/a`,
    ]) {
      expectFailure(await send([{ postImage: other }]), 400)
      expectFailure(await send([{ postImage: image, thumbnail: other }]), 400)
    }
    expectFailure(await send([{ postImage: image }, { postImage: image }]), 400)
  })
})

describe('POST /post/group/{groupId}/create', () => {
  test('stores a post of a group member', async () => {
    const groupId = await groupIdOf(app, 'yoruba')
    const post = dataOf(api.createGroupPost, await writeInGroup(author, groupId))
    expect(post).toMatchObject({ postGroupId: groupId, postGroupName: 'Yoruba', caption: 'In the square' })
  })

  test('rejects members who have not joined, even admins', async () => {
    const groupId = await groupIdOf(app, 'igbo')
    for (const member of [author, await buildMember(app, { role: 'ADMIN' })]) {
      expectFailure(await writeInGroup(member, groupId), 403, 'NOT_A_MEMBER')
    }
    const inIt = await app.deps.db.selectFrom('posts').select('id').where('group_id', '=', groupId).execute()
    expect(inIt).toEqual([])
  })

  test('rejects an unknown group', async () => {
    const failure = expectFailure(await writeInGroup(author, 987_654_321), 404)
    expect(failure.message).toBe('No such group.')
  })

  test('rejects what it rejects for a personal post', async () => {
    const groupId = await groupIdOf(app, 'yoruba')
    expectFailure(await writeInGroup(author, groupId, { caption: '' }), 400)
    const media = [{ postImage: 'https://tracker.example/a.png' }]
    expectFailure(await writeInGroup(author, groupId, { caption: 'x', postImageDTO: media }), 400)
  })
})

describe('creating a post with an Idempotency-Key', () => {
  test('returns the same post when repeated', async () => {
    const member = await buildMember(app)
    const { url } = await buildMedia(app, member)
    const body = { caption: 'Once', postImageDTO: [{ postImage: url }] }
    const answers = [await write(member, body, { 'idempotency-key': 'k1' })]
    answers.push(await write(member, body, { 'idempotency-key': 'k1' }))
    expect(answers[0]?.status).toBe(200)
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(await postsOf(member)).toHaveLength(1)
  })

  test('stores one post for ten concurrent requests', async () => {
    const member = await buildMember(app)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => write(member, { caption: 'Ten' }, { 'idempotency-key': 'k2' })),
    )
    const ids = answers.map((answer) => dataOf(api.createPost, answer).id)
    expect(new Set(ids).size).toBe(1)
    expect(await postsOf(member)).toHaveLength(1)
    expect(await recountPosts(app.deps.db)).toEqual([])
  })

  test('rejects a key that was used for something else', async () => {
    const [one, other] = [await buildMember(app), await buildMember(app)]
    const headers = { 'idempotency-key': 'k3' }
    expect((await write(one, { caption: 'This' }, headers)).status).toBe(200)
    expectFailure(await write(one, { caption: 'That' }, headers), 409, 'IDEMPOTENCY_MISMATCH')
    expect((await write(other, { caption: 'That' }, headers)).status).toBe(200)
    expect(await postsOf(one)).toMatchObject([{ caption: 'This' }])
  })
})

describe('GET /post/fetch/{id}', () => {
  test('hides the post across a block and shows it to all others', async () => {
    const [blocker, blocked] = [await buildMember(app), await buildMember(app)]
    await buildBlock(app, author, blocked)
    await buildBlock(app, blocker, author)
    const { id } = dataOf(api.createPost, await write(author, { caption: 'Not for all' }))
    for (const { token } of [blocked, blocker]) {
      expectFailure(await app.call('GET', `/post/fetch/${id}`, { token }), 404)
    }
    expect((await app.call('GET', `/post/fetch/${id}`)).status).toBe(200)
  })

  test('hides a banned author’s post everywhere and from the count', async () => {
    const member = await buildMember(app)
    const { id } = dataOf(api.createPost, await write(member, { caption: 'Bad' }))
    await updateMember(app, member, { banned_at: app.clock.now() })
    expectFailure(await app.call('GET', `/post/fetch/${id}`), 404)
    expectFailure(await app.call('GET', `/post/fetch/${id}`, { token: author.token }), 404)
    expect(await recountPosts(app.deps.db)).toEqual([])
  })

  test.each(['987654321', '9007199254740991'])('answers 404 for %s', async (id) => {
    expectFailure(await app.call('GET', `/post/fetch/${id}`), 404)
  })
})
