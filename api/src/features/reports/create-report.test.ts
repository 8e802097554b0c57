import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createPost } from '@rootsquare/contract/posts'
import { Report, type ReportTarget } from '@rootsquare/contract/reports'
import { sweepMedia, sweepOldMedia } from '#api/features/uploads/sweeper.ts'
import { buildItem } from '#api/test/builders/market.ts'
import {
  buildBlock,
  buildMedia,
  buildMember,
  buildPost,
  buildToken,
  groupIdOf,
  updateMember,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf, expectFailure, expectOk } from '#api/test/answer.ts'
import { reportThing } from '#api/test/builders/moderation.ts'
import { write } from '#api/test/builders/messages.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { callDuring, openTransaction, untilWaiting } from '#api/test/waiting.ts'
import { insertRow, insertRows, readRows, updateRows } from '#api/test/rows.ts'

/** The call also sends messages, so this parses the reply as a report. */
const createReport = { reply: Report }

const app = await sharedApp()
const reporter = await buildMember(app)
const author = await buildMember(app, { bio: 'Ọmọ Ìbàdàn' })

const report = (target: object, token = reporter.token) => reportThing(app, { token }, target)

const rowsOn = (target_type: ReportTarget, target_id: number) =>
  readRows(app.deps.db, 'reports', { target_type, target_id })

async function buildComment(post: { id: number }, writer: Member, body = 'A word'): Promise<number> {
  const comment = await insertRow(app.deps.db, 'comments', {
    post_id: post.id,
    author_id: writer.id,
    body,
    created_at: app.clock.now(),
  })
  return comment.id
}

type ItemColumns = Parameters<typeof buildItem>[2]
const itemIdOf = async (seller: Member, columns?: ItemColumns) => (await buildItem(app, seller, columns)).id

const ban = ({ id }: Member) =>
  app.deps.db.updateTable('members').set({ banned_at: app.clock.now() }).where('id', '=', id).execute()

describe('a member can report', () => {
  test('a post, whose text remains in the report after a deletion', async () => {
    const group_id = await groupIdOf(app, 'igbo')
    const post = await buildPost(app, author, { caption: 'Buy my 🥁', location: 'Enugu', group_id })
    const picture = { url: '/media/a.webp', type: 'image' as const, alt: 'A drum', position: 0 }
    await insertRows(app.deps.db, 'post_media', { post_id: post.id, ...picture })
    const answer = await report({ postId: post.id, reason: '  Not   theirs 🥁 ' })
    expect(answer.body).toMatchObject({ message: 'Thank you. The report is with the moderators.' })
    expect(dataOf(createReport, answer)).toEqual({
      id: expect.any(Number),
      targetType: 'post',
      targetId: post.id,
      postId: post.id,
      userId: author.id,
      username: author.username,
      reporterId: reporter.id,
      createdBy: reporter.username,
      reason: 'Not   theirs 🥁',
      addressed: false,
      createdDate: expect.any(String),
    })
    await app.deps.db.deleteFrom('posts').where('id', '=', post.id).execute()
    expect(await rowsOn('post', post.id)).toMatchObject([
      {
        reporter_id: reporter.id,
        reported_id: author.id,
        group_id,
        reason: 'Not   theirs 🥁',
        closed_at: null,
        snapshot: {
          username: author.username,
          caption: 'Buy my 🥁',
          location: 'Enugu',
          media: [{ url: '/media/a.webp', alt: 'A drum' }],
        },
      },
    ])
  })

  test('a comment, which belongs to the group of its post', async () => {
    const group_id = await groupIdOf(app, 'igbo')
    const post = await buildPost(app, reporter, { group_id })
    const commentId = await buildComment(post, author, 'An insult')
    expect(dataOf(createReport, await report({ commentId }))).toMatchObject({
      targetType: 'comment',
      targetId: commentId,
      postId: null,
      userId: author.id,
      username: author.username,
      reporterId: reporter.id,
      createdBy: reporter.username,
    })
    const snapshot = { username: author.username, text: 'An insult', postId: post.id }
    expect(await rowsOn('comment', commentId)).toMatchObject([{ reported_id: author.id, group_id, snapshot }])
  })

  test('a member, even one whom the reporter has blocked', async () => {
    const { id, username, firstname, lastname } = await buildMember(app, { bio: 'Rude' })
    await buildBlock(app, reporter, { id })
    expect(dataOf(createReport, await report({ reportedUserId: id }))).toMatchObject({
      targetType: 'user',
      targetId: id,
      postId: null,
      userId: id,
      username,
    })
    const snapshot = { username, firstname, lastname, bio: 'Rude' }
    expect(await rowsOn('user', id)).toMatchObject([{ reported_id: id, group_id: null, snapshot }])
  })

  test('a message that they received, also of a blocked or banned sender', async () => {
    const sender = await buildMember(app)
    const { chatId, createdDate } = await write(app, sender, reporter, 'Send me your password')
    await buildBlock(app, sender, reporter)
    await ban(sender)
    expect(dataOf(createReport, await report({ chatId }))).toMatchObject({
      targetType: 'chat',
      targetId: chatId,
      postId: null,
      userId: sender.id,
      username: sender.username,
      reporterId: reporter.id,
    })
    const snapshot = { username: sender.username, text: 'Send me your password', createdDate }
    expect(await rowsOn('chat', chatId)).toMatchObject([{ reported_id: sender.id, group_id: null, snapshot }])
    expectFailure(await report({ chatId }), 409, 'REPORTED_ALREADY')
  })

  test('a member who has blocked them', async () => {
    const blocking = await buildMember(app, { bio: 'Hidden from the blocked' })
    await buildBlock(app, blocking, reporter)
    const { id, username, firstname, lastname } = blocking
    const answer = await report({ reportedUserId: id })
    expect(dataOf(createReport, answer)).toMatchObject({ targetType: 'user', targetId: id, username })
    expect(JSON.stringify(answer.body)).not.toContain('Hidden from the blocked')
    const snapshot = { username, firstname, lastname, bio: 'Hidden from the blocked' }
    expect(await rowsOn('user', id)).toMatchObject([{ reported_id: id, snapshot }])
    expectFailure(await report({ reportedUserId: id }), 409, 'REPORTED_ALREADY')
  })

  test('comments of a member who has blocked them', async () => {
    const [blocking, third] = [await buildMember(app), await buildMember(app)]
    const posts = await Promise.all([reporter, blocking, third].map((by) => buildPost(app, by)))
    const before = await Promise.all(posts.map((post) => buildComment(post, blocking)))
    await buildBlock(app, blocking, reporter)
    const after = await Promise.all(posts.map((post) => buildComment(post, blocking)))
    for (const commentId of [...before, ...after]) {
      expectOk(await report({ commentId }))
      expect(await rowsOn('comment', commentId)).toMatchObject([
        { reported_id: blocking.id, snapshot: { username: blocking.username, text: 'A word' } },
      ])
    }
  })

  test('a comment of a member whom they have blocked', async () => {
    const shunned = await buildMember(app)
    const commentId = await buildComment(await buildPost(app, author), shunned)
    await buildBlock(app, reporter, shunned)
    expectOk(await report({ commentId }))
  })

  test('an item on sale, and admins also one that waits', async () => {
    const itemId = await itemIdOf(author, { image_url: '/media/i.webp' })
    expect(dataOf(createReport, await report({ itemId }))).toMatchObject({
      targetType: 'item',
      targetId: itemId,
      postId: null,
      userId: author.id,
      username: author.username,
    })
    const item = { name: 'Adire wrapper', description: 'Indigo, two yards' }
    const snapshot = { username: author.username, ...item, price: 12_500.5, imageUrl: '/media/i.webp' }
    expect(await rowsOn('item', itemId)).toMatchObject([{ reported_id: author.id, group_id: null, snapshot }])
    expectFailure(await report({ itemId }), 409, 'REPORTED_ALREADY')
    const waiting = await itemIdOf(author, { is_approved: false })
    const { token } = await buildMember(app, { role: 'ADMIN' })
    expectOk(await report({ itemId: waiting }, token))
  })

  test('the same target again only after the report was resolved', async () => {
    const post = await buildPost(app, author)
    const first = dataOf(createReport, await report({ postId: post.id }))
    const refused = expectFailure(await report({ postId: post.id, reason: 'Once more' }), 409)
    expect(refused.error).toEqual(['You have reported this already. The moderators will look at it.'])
    const other = await buildMember(app)
    expectOk(await report({ postId: post.id }, other.token))
    await updateRows(app.deps.db, 'reports', { id: first.id }, { closed_at: app.clock.now() })
    expectOk(await report({ postId: post.id }))
    expect(await rowsOn('post', post.id)).toHaveLength(3)
  })

  test('a target only once from two devices at once', async () => {
    const post = await buildPost(app, author)
    const phone = await buildToken(app, reporter)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => report({ postId: post.id }, turn % 2 ? phone : reporter.token)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(await rowsOn('post', post.id)).toHaveLength(1)
  })

  test('a post and a comment with the same id', async () => {
    const post = await buildPost(app, author)
    const commentId = await buildComment(post, author)
    expectOk(await report({ postId: post.id }))
    expectOk(await report({ commentId }))
    expectOk(await report({ reportedUserId: author.id }))
  })
})

describe('rejects a report of', () => {
  test('their own content or themselves', async () => {
    const post = await buildPost(app, reporter)
    const commentId = await buildComment(post, reporter)
    const items = [await itemIdOf(reporter), await itemIdOf(reporter, { is_approved: false })]
    const expected = async (target: object) => expectFailure(await report(target), 400, 'INVALID').message
    expect(await expected({ postId: post.id })).toBe('You cannot report your own post.')
    expect(await expected({ commentId })).toBe('You cannot report your own comment.')
    for (const itemId of items) expect(await expected({ itemId })).toBe('You cannot report your own item.')
    expect(await expected({ reportedUserId: reporter.id })).toBe('You cannot report yourself.')
  })

  test('a message that they did not receive from a member', async () => {
    const { chatId } = await write(app, reporter, author)
    const own = expectFailure(await report({ chatId }), 400, 'INVALID')
    expect(own.message).toBe('You cannot report your own message.')
    const other = await buildMember(app)
    const between = await write(app, other, author)
    const staff = await buildMember(app, { role: 'SUPERADMIN' })
    for (const { token } of [reporter, staff])
      expectFailure(await report({ chatId: between.chatId }, token), 404, 'NOT_FOUND')
    const automated = await insertRow(app.deps.db, 'messages', {
      receiver_id: reporter.id,
      body: 'Welcome!',
      created_at: app.clock.now(),
    })
    expectFailure(await report({ chatId: automated.id }), 404, 'NOT_FOUND')
  })

  test('an unknown target', async () => {
    const nothing = Number.MAX_SAFE_INTEGER
    for (const target of ['postId', 'commentId', 'reportedUserId', 'chatId', 'itemId'])
      expectFailure(await report({ [target]: nothing }), 404, 'NOT_FOUND')
  })

  test('content that they cannot see', async () => {
    const banned = await buildMember(app)
    const unverified = await buildMember(app, { verified_at: null })
    const post = await buildPost(app, banned)
    const commentId = await buildComment(await buildPost(app, author), banned)
    const [itemId, waiting] = [await itemIdOf(banned), await itemIdOf(author, { is_approved: false })]
    await ban(banned)
    const hidden = [{ postId: post.id }, { commentId }, { itemId }, { itemId: waiting }]
    const people = [{ reportedUserId: banned.id }, { reportedUserId: unverified.id }]
    for (const target of [...hidden, ...people]) expectFailure(await report(target), 404, 'NOT_FOUND')
  })

  test('an item of a suspended seller, and a deleted item', async () => {
    const seller = await buildMember(app)
    const sold = await itemIdOf(seller)
    const gone = await itemIdOf(author, { is_approved: false, deleted_at: app.clock.now() })
    const until = new Date(app.clock.now().getTime() + 1_800_000)
    await updateMember(app, seller, { suspended_until: until })
    const { token } = await buildMember(app, { role: 'ADMIN' })
    for (const itemId of [sold, gone])
      for (const by of [reporter.token, token]) expectFailure(await report({ itemId }, by), 404, 'NOT_FOUND')
    await updateMember(app, seller, { suspended_until: null })
    expectOk(await report({ itemId: sold }))
  })

  test('a post or item of a member who has blocked them', async () => {
    const blocking = await buildMember(app)
    await buildBlock(app, blocking, reporter)
    const post = await buildPost(app, blocking)
    const targets = [
      { postId: post.id },
      { commentId: await buildComment(post, author) },
      { itemId: await itemIdOf(blocking) },
    ]
    for (const target of targets) expectFailure(await report(target), 404, 'NOT_FOUND')
  })

  test('a hidden comment or a banned member, even across a block', async () => {
    const blocking = await buildMember(app)
    const commentId = await buildComment(await buildPost(app, author), blocking)
    await buildBlock(app, blocking, reporter)
    await ban(blocking)
    for (const target of [{ commentId }, { reportedUserId: blocking.id }])
      expectFailure(await report(target), 404, 'NOT_FOUND')
  })

  test('a member who is being erased', async () => {
    const leaving = await buildMember(app)
    const reporting = callDuring(app, 'delete from members where id = $1', [leaving.id], () =>
      report({ reportedUserId: leaving.id }),
    )
    expectFailure(await reporting, 404, 'NOT_FOUND')
  })
})

describe('rejects a report with', () => {
  const field = async (body: object) => expectFailure(await report(body), 400).fields

  test.each([
    ['nothing', {}],
    ['two things', { postId: 1, commentId: 1 }],
    ['two others', { chatId: 1, reportedUserId: 1 }],
    ['an item and a post', { itemId: 1, postId: 1 }],
    ['three things', { postId: 1, commentId: 1, reportedUserId: 1 }],
  ])('%s to report', async (_, overrides) => {
    expect(await field(overrides)).toEqual({ postId: 'Please say what is reported.' })
  })

  test.each([
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['blank', ' \t\n '],
    ['invisible', '\u200b\u3164'],
    ['a number', 5],
  ])('a reason that is %s', async (_, reason) => {
    expect(await field({ postId: 1, reason })).toEqual({ reason: 'Please enter a reason for reporting.' })
  })

  test('a reason of 501 characters', async () => {
    const post = await buildPost(app, author)
    expect(await field({ postId: post.id, reason: '🥁'.repeat(501) })).toEqual({
      reason: 'Maximum 500 characters allowed',
    })
    const answer = await report({ postId: post.id, reason: '🥁'.repeat(500) })
    expect(dataOf(createReport, answer).reason).toBe('🥁'.repeat(500))
  })
})

test('limits reports to 50 a day, without counting rejected ones', async () => {
  const limited = await temporaryApp({ settings: { RATE_LIMIT_SCALE: '0.1' } })
  const { token } = await buildMember(limited)
  const ask = (postId: number) =>
    limited.call('POST', '/messaging/create', { token, body: { eventType: 'REPORT', reason: 'a', postId } })
  const posts = []
  const other = await buildMember(limited)
  for (let turn = 0; turn < 6; turn += 1) posts.push(await buildPost(limited, other))
  const [first, ...others] = posts.map(({ id }) => id)
  expectOk(await ask(first ?? 0))
  for (let turn = 0; turn < 3; turn += 1) {
    expectFailure(await ask(first ?? 0), 409)
    expectFailure(await ask(0), 400)
    expectFailure(await ask(999_999), 404)
  }
  const answers = []
  for (const id of others) answers.push((await ask(id)).status)
  expect(answers).toEqual([200, 200, 200, 200, 429])
})

describe('the pictures of a reported target', () => {
  const filesAt = (keys: string[]) => keys.map((key) => existsSync(join(app.folder, 'media', key)))

  async function reportedPost() {
    const { url, keys } = await buildMedia(app, author)
    const body = { caption: 'Buy this', postImageDTO: [{ postImage: url }] }
    const post = dataOf(
      createPost,
      await app.call('POST', '/post/user/create', { token: author.token, body }),
    )
    return { post, keys }
  }

  const remove = async (id: number) => {
    expectOk(await app.call('DELETE', `/post/delete/${id}`, { token: author.token }))
    await app.runJobs()
  }

  async function sweep() {
    await sweepMedia.run(app.deps, {})
    await sweepOldMedia.run(app.deps, {})
    await app.runJobs()
  }

  async function resolve(id: number) {
    const { token } = await buildMember(app, { role: 'ADMIN' })
    expectOk(await app.call('PATCH', `/messaging/resolve/post/${id}`, { token }))
  }

  /** Signs in again, because sessions end within the days that pass here. */
  async function signInAgain() {
    for (const member of [author, reporter]) member.token = await buildToken(app, member)
  }

  test('remain while the report is open', async () => {
    const { post, keys } = await reportedPost()
    const { id } = dataOf(createReport, await report({ postId: post.id }))
    await remove(post.id)
    expect(filesAt(keys)).toEqual([true, true])
    app.clock.move(50 * 3_600_000)
    await signInAgain()
    await sweep()
    expect(filesAt(keys)).toEqual([true, true])
    await resolve(id)
    app.clock.move(25 * 3_600_000)
    await signInAgain()
    await sweep()
    expect(filesAt(keys)).toEqual([false, false])
  })

  test('remain of an item that is deleted or has another picture', async () => {
    const { url, keys } = await buildMedia(app, author)
    const itemId = await itemIdOf(author, { image_url: url })
    const { id } = dataOf(createReport, await report({ itemId }))
    await app.deps.db.deleteFrom('items').where('id', '=', itemId).execute()
    app.clock.move(50 * 3_600_000)
    await signInAgain()
    await sweep()
    expect(filesAt(keys)).toEqual([true, true])
    await resolve(id)
    await sweep()
    expect(filesAt(keys)).toEqual([false, false])
  })

  test('are deleted with the post when no open report shows them', async () => {
    const plain = await reportedPost()
    await remove(plain.post.id)
    expect(filesAt(plain.keys)).toEqual([false, false])
    const { post, keys } = await reportedPost()
    await resolve(dataOf(createReport, await report({ postId: post.id })).id)
    await remove(post.id)
    expect(filesAt(keys)).toEqual([false, false])
  })

  test('remain when the post is deleted while the report is stored', async () => {
    const { post, keys } = await reportedPost()
    // The report waits for the table of evidence with the files locked, and the deletion waits for the files.
    const { commit } = await openTransaction(app, 'lock table report_media in share mode')
    const reporting = report({ postId: post.id })
    await untilWaiting(app, 1)
    const removing = remove(post.id)
    await untilWaiting(app, 2)
    await commit()
    expectOk(await reporting)
    await removing
    expect(filesAt(keys)).toEqual([true, true])
  })
})
