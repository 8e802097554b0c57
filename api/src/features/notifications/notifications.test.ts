import { describe, expect, test } from 'vitest'
import { addComment } from '@rootsquare/contract/comments'
import { listNotifications, maxUnreadCount } from '@rootsquare/contract/notifications'
import { buildBlock, buildMember, buildMedia, buildPost, updateMember } from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import {
  buildNotifications,
  like,
  notificationsOf,
  readNotifications,
  unreadOf,
} from '#api/test/builders/notifications.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const { db } = app.deps

async function authorWithPost() {
  const author = await member()
  return { author, post: await buildPost(app, author, { caption: 'Ẹ kú\n  àárọ̀' }) }
}

async function comment({ token }: Member, post: { id: number }, comments = 'Well said', parentId?: number) {
  const path = `/post/comments/${post.id}/create`
  return dataOf(addComment, await app.call('POST', path, { token, body: { comments, parentId } }))
}

async function ok({ token }: Member, method: string, path: string) {
  expectOk(await app.call(method, path, { token }))
}

const member = () => buildMember(app)

async function likedAt({ id }: Member): Promise<string> {
  const likes = db.selectFrom('likes').select('created_at').where('member_id', '=', id)
  return (await likes.executeTakeFirstOrThrow()).created_at.toISOString()
}

const nameOf = ({ firstname, lastname }: Member) => `${firstname} ${lastname}`

/** Moves the clock, so that the next action has a later time. */
const later = () => app.clock.move(1000)

const rowsOf = ({ id }: { id: number }) =>
  db.selectFrom('notifications').selectAll().where('member_id', '=', id).orderBy('id').execute()

describe('the row for one kind and target', () => {
  test('shows who did what and when, and the text of a like', async () => {
    const { author, post } = await authorWithPost()
    const { url } = await buildMedia(app, author)
    await db.insertInto('post_media').values({ post_id: post.id, position: 0, url, type: 'image' }).execute()
    const fan = await member()
    await ok(author, 'POST', `/user/follow/${fan.id}`)
    await like(app, fan, post)
    const { id, username, firstname, lastname } = fan
    expect(await notificationsOf(app, author)).toEqual([
      {
        id: expect.any(Number),
        kind: 'LIKE',
        actors: [{ id, username, firstname, lastname, profileImage: null, isFollowedByUser: true }],
        actorCount: 1,
        target: {
          type: 'post',
          id: post.id,
          title: 'Ẹ kú àárọ̀',
          thumbnail: url,
          postId: null,
          isSale: false,
        },
        excerpt: null,
        text: `${nameOf(fan)} liked your post`,
        read: false,
        createdDate: await likedAt(fan),
      },
    ])
    expect(await unreadOf(app, author)).toBe(1)
  })

  test('names the newest three actors, counts all, and moves up', async () => {
    const { author, post } = await authorWithPost()
    const [first, second, third, newest] = await Promise.all([member(), member(), member(), member()])
    await like(app, first, post)
    later()
    await comment(first, post)
    for (const fan of [second, third, newest]) {
      later()
      await like(app, fan, post)
    }
    const [likes, comments, ...more] = await notificationsOf(app, author)
    expect(more).toEqual([])
    expect(comments).toMatchObject({ kind: 'COMMENT', text: `${nameOf(first)} commented on your post` })
    expect(likes).toMatchObject({
      kind: 'LIKE',
      actorCount: 4,
      text: `${nameOf(newest)} and 3 others liked your post`,
      createdDate: await likedAt(newest),
    })
    expect(likes?.actors.map(({ id }) => id)).toEqual([newest.id, third.id, second.id])
  })

  test('counts a repeated commenter once, and has no target for follows', async () => {
    const { author, post } = await authorWithPost()
    const [ada, bayo] = [await member(), await member()]
    for (const by of [ada, bayo, ada]) {
      later()
      await comment(by, post)
    }
    for (const by of [ada, bayo]) {
      later()
      await ok(by, 'POST', `/user/follow/${author.id}`)
    }
    const [follows, comments] = await notificationsOf(app, author)
    expect(follows).toMatchObject({
      kind: 'FOLLOW',
      target: null,
      actorCount: 2,
      text: `${nameOf(bayo)} and 1 other started following you`,
    })
    expect(comments).toMatchObject({
      actorCount: 2,
      text: `${nameOf(ada)} and 1 other commented on your post`,
    })
  })

  test('contains all actors of 20 concurrent likes', async () => {
    const { author, post } = await authorWithPost()
    const fans = await Promise.all(Array.from({ length: 20 }, member))
    await Promise.all(fans.map((fan) => like(app, fan, post)))
    expect(await notificationsOf(app, author)).toMatchObject([{ actorCount: 20 }])
    expect(await rowsOf(author)).toHaveLength(1)
  })

  test('is new for the next cause after reading, with new actors only', async () => {
    const { author, post } = await authorWithPost()
    const [ada, bayo] = [await member(), await member()]
    await like(app, ada, post)
    expect(await readNotifications(app, author)).toBe(0)
    later()
    await like(app, bayo, post)
    // A repeated like causes no notification.
    await like(app, ada, post)
    expect(await notificationsOf(app, author)).toMatchObject([
      { read: false, text: `${nameOf(bayo)} liked your post`, actorCount: 1 },
      { read: true, text: `${nameOf(ada)} liked your post`, actorCount: 1 },
    ])
  })

  test('is not created by one’s own or repeated actions', async () => {
    const { author, post } = await authorWithPost()
    const fan = await member()
    await like(app, author, post)
    await comment(author, post)
    expect(await rowsOf(author)).toEqual([])
    const again = async () => {
      await like(app, fan, post)
      await ok(fan, 'POST', `/user/follow/${author.id}`)
    }
    await again()
    await readNotifications(app, author)
    await again()
    expect(await rowsOf(author)).toHaveLength(2)
  })
})

describe('a notification disappears', () => {
  /** Creates three rows with one actor: a like, a comment and a follow. */
  async function threeRows() {
    const { author, post } = await authorWithPost()
    const fan = await member()
    await like(app, fan, post)
    const { id } = await comment(fan, post)
    await ok(fan, 'POST', `/user/follow/${author.id}`)
    const kinds = async () => (await notificationsOf(app, author)).map(({ kind }) => kind)
    expect(await kinds()).toEqual(['FOLLOW', 'COMMENT', 'LIKE'])
    const shown = async () => {
      const found = await kinds()
      expect(await unreadOf(app, author)).toBe(found.length)
      return found
    }
    return { author, fan, post, commentId: id, shown }
  }

  test('with an unlike, an unfollow or a deleted comment', async () => {
    const { author, fan, post, commentId, shown } = await threeRows()
    await like(app, fan, post, false)
    expect(await shown()).toEqual(['FOLLOW', 'COMMENT'])
    await ok(fan, 'POST', `/user/unfollow/${author.id}`)
    expect(await shown()).toEqual(['COMMENT'])
    await ok(fan, 'DELETE', `/post/comments/delete/${commentId}`)
    expect(await shown()).toEqual([])
    await like(app, fan, post)
    expect(await shown()).toEqual(['LIKE'])
  })

  test('with a deleted post', async () => {
    const { author, post, shown } = await threeRows()
    await ok(author, 'DELETE', `/post/delete/${post.id}`)
    expect(await shown()).toEqual(['FOLLOW'])
  })

  test('during a ban of its actor', async () => {
    const { fan, shown } = await threeRows()
    await updateMember(app, fan, { banned_at: app.clock.now() })
    expect(await shown()).toEqual([])
    await updateMember(app, fan, { banned_at: null })
    expect(await shown()).toEqual(['COMMENT'])
  })

  test.each(['author', 'fan'] as const)('during a block by the %s', async (by) => {
    const made = await threeRows()
    const other = made[by === 'author' ? 'fan' : 'author']
    await ok(made[by], 'POST', `/user/block/${other.id}`)
    expect(await made.shown()).toEqual([])
    await ok(made[by], 'POST', `/user/unblock/${other.id}`)
    expect(await made.shown()).toEqual(['COMMENT', 'LIKE'])
  })

  test('when the post’s author has blocked the commenter', async () => {
    const { author, post } = await authorWithPost()
    const [reader, other] = [await member(), await member()]
    const own = await comment(reader, post)
    const inThread = await authorWithPost()
    const top = await comment(author, inThread.post)
    await buildBlock(app, author, reader)
    await comment(other, post, `Hear this, @${reader.username}`)
    await comment(other, post, 'Answered', own.id)
    await comment(other, inThread.post, `And this, @${reader.username}`, top.id)
    expect([await notificationsOf(app, reader), await unreadOf(app, reader)]).toEqual([[], 0])
    await ok(author, 'POST', `/user/unblock/${reader.id}`)
    expect(await notificationsOf(app, reader)).toHaveLength(3)
  })

  test('only for the hidden one of several actors', async () => {
    const { author, post } = await authorWithPost()
    const [ada, bayo] = [await member(), await member()]
    await like(app, ada, post)
    later()
    await like(app, bayo, post)
    await buildBlock(app, author, bayo)
    const [row] = await notificationsOf(app, author)
    const createdDate = await likedAt(ada)
    expect(row).toMatchObject({ actorCount: 1, text: `${nameOf(ada)} liked your post`, createdDate })
  })
})

describe('the excerpt of a notification', () => {
  const excerptsOf = async (reader: Member) =>
    (await notificationsOf(app, reader)).map(({ kind, excerpt }) => [kind, excerpt])

  test('shows comments and replies on one line, and no other kind', async () => {
    const { author, post } = await authorWithPost()
    const [ada, bayo] = [await member(), await member()]
    await like(app, ada, post)
    await comment(ada, post, 'First')
    later()
    const top = await comment(bayo, post, `Well\n\n said ${'x'.repeat(200)}`)
    await comment(author, post, 'Thank you', top.id)
    later()
    await comment(ada, post, `See this, @${bayo.username}`, top.id)
    await comment(ada, post, 'I agree', top.id)
    const said = `Well said ${'x'.repeat(89)}…`
    expect(await excerptsOf(bayo)).toEqual(
      expect.arrayContaining([
        ['REPLY', 'I agree'],
        ['MENTION', null],
      ]),
    )
    await ok(ada, 'POST', `/user/block/${author.id}`)
    expect(await excerptsOf(author)).toEqual([['COMMENT', said]])
    await ok(ada, 'POST', `/user/unblock/${author.id}`)
    expect(await excerptsOf(author)).toEqual(
      expect.arrayContaining([
        ['COMMENT', 'I agree'],
        ['LIKE', null],
      ]),
    )
  })

  test.each<[string, (people: { author: Member; fan: Member; id: number }) => Promise<unknown>]>([
    ['deleted', ({ fan, id }) => ok(fan, 'DELETE', `/post/comments/delete/${id}`)],
    ['of a banned member', ({ fan }) => updateMember(app, fan, { banned_at: app.clock.now() })],
    ['of an erased member', ({ fan }) => db.deleteFrom('members').where('id', '=', fan.id).execute()],
    ['of a member whom the reader has blocked', ({ author, fan }) => buildBlock(app, author, fan)],
    ['of a member who has blocked the reader', ({ author, fan }) => buildBlock(app, fan, author)],
  ])('omits what is %s', async (_, hide) => {
    const { author, post } = await authorWithPost()
    const [ada, fan] = [await member(), await member()]
    await comment(ada, post, 'Older')
    later()
    const { id } = await comment(fan, post, 'Newest')
    expect(await excerptsOf(author)).toEqual([['COMMENT', 'Newest']])
    await hide({ author, fan, id })
    expect(await excerptsOf(author)).toEqual([['COMMENT', 'Older']])
  })

  test('omits a reply in a thread behind a block', async () => {
    const { author, post } = await authorWithPost()
    const [ada, blocked] = [await member(), await member()]
    const top = await comment(blocked, post, 'Top')
    later()
    await comment(ada, post, 'Under it', top.id)
    expect(await excerptsOf(author)).toEqual([['COMMENT', 'Under it']])
    await buildBlock(app, author, blocked)
    expect(await excerptsOf(author)).toEqual([['COMMENT', null]])
  })
})

describe('the list of notifications', () => {
  /** The rows are oldest first. */
  async function manyRows(count: number) {
    const author = await member()
    const fan = await member()
    const posts = []
    for (let nth = 0; nth < count; nth += 1) {
      const post = await buildPost(app, author)
      if (nth % 2 === 0) later()
      await like(app, fan, post)
      posts.push(post.id)
    }
    return { author, fan, posts }
  }

  test('contains read and unread ones in one order, page by page', async () => {
    const { author, posts } = await manyRows(7)
    const ids = (await notificationsOf(app, author)).map(({ id }) => id)
    await readNotifications(app, author, [...ids.slice(1, 3), ...ids.slice(5, 6)])
    const seen: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = { size: 2, ...(cursor && { cursor }) }
      const answer = await app.call('GET', '/notifications', { token: author.token, query })
      const page = dataOf(listNotifications, answer)
      seen.push(...page.content.map(({ target }) => target?.id))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(posts.toReversed())
  })

  test('is filtered by kind and by unread', async () => {
    const { author, fan } = await manyRows(2)
    await ok(fan, 'POST', `/user/follow/${author.id}`)
    const follows = await notificationsOf(app, author, { kinds: 'FOLLOW,ORDER' })
    expect(follows).toMatchObject([{ kind: 'FOLLOW' }])
    await readNotifications(
      app,
      author,
      follows.map(({ id }) => id),
    )
    expect(await notificationsOf(app, author, { unread: 'true' })).toHaveLength(2)
    expect(await notificationsOf(app, author, { unread: 'false' })).toHaveLength(3)
  })

  test.each([
    'cursor=x',
    'cursor=1',
    `cursor=${'9'.repeat(17)}.1`,
    'kinds=LIKES',
    'kinds=',
    'unread=yes',
    'size=0',
    'size=101',
  ])('rejects %s', async (query) => {
    const { token } = await member()
    expectFailure(await app.call('GET', `/notifications?${query}`, { token }), 400)
  })

  test('accepts any cursor of the right form', async () => {
    const { author } = await manyRows(1)
    for (const [cursor, found] of [
      ['0.0', 0],
      [`${'9'.repeat(16)}.${'9'.repeat(16)}`, 1],
    ] as const)
      expect(await notificationsOf(app, author, { cursor })).toHaveLength(found)
  })
})

test('counts at most as many unread ones as a badge can show', async () => {
  const reader = await member()
  await buildNotifications(app, reader, maxUnreadCount + 1)
  expect(await unreadOf(app, reader)).toBe(maxUnreadCount)
})

describe('reading notifications', () => {
  test('marks some, none, and none of others', async () => {
    const { author, post } = await authorWithPost()
    const [fan, stranger] = [await member(), await member()]
    await like(app, fan, post)
    await comment(fan, post)
    const ids = (await notificationsOf(app, author)).map(({ id }) => id)
    expect(await readNotifications(app, author, [])).toBe(2)
    expect(await readNotifications(app, stranger, ids)).toBe(0)
    expect(await unreadOf(app, author)).toBe(2)
    expect(await readNotifications(app, author, [...ids.slice(1), 999_999_999])).toBe(1)
    expect(await readNotifications(app, author, ids.slice(1))).toBe(1)
    expectOk(await app.call('PATCH', '/notifications/read', { token: author.token }))
    expect(await unreadOf(app, author)).toBe(0)
    expect((await notificationsOf(app, author)).map(({ id, read }) => [id, read])).toEqual(
      ids.map((id) => [id, true]),
    )
  })

  test('keeps a row at the time of its newest cause', async () => {
    const { author, post } = await authorWithPost()
    const [first, newest] = [await member(), await member()]
    for (const fan of [first, newest]) {
      later()
      await like(app, fan, post)
    }
    later()
    await readNotifications(app, author)
    const createdDate = await likedAt(newest)
    expect(await notificationsOf(app, author)).toMatchObject([{ createdDate, read: true, actorCount: 2 }])
  })

  test.each([['x'], 1, [0], Array.from({ length: 1001 }, (_, nth) => nth + 1)])(
    'rejects other ids (%#)',
    async (ids) => {
      const { token } = await member()
      expectFailure(await app.call('PATCH', '/notifications/read', { token, body: { ids } }), 400)
    },
  )
})
