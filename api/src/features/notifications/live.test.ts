import { describe, expect, onTestFinished, test } from 'vitest'
import { addComment } from '@rootsquare/contract/comments'
import { createPost } from '@rootsquare/contract/posts'
import { eraseClosed } from '#api/features/accounts/closure/erasure.ts'
import { memoryBus } from '#api/ports/bus/memory.ts'
import type { Bus } from '#api/ports/bus/bus.ts'
import { buildMember, buildPost, buildToken, updateMember, type Member } from '#api/test/builders/members.ts'
import { like, notificationsOf, readNotifications } from '#api/test/builders/notifications.ts'
import { dataOf, expectOk } from '#api/test/answer.ts'
import { listen } from '#api/test/events.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { callDuring } from '#api/test/waiting.ts'

/** The two nodes run in one process. */
const bus = memoryBus()
const app = await sharedApp({ bus })
const other = await sharedApp({ sameDatabaseAs: { url: app.databaseUrl }, bus })

/** Opens a page, and returns a function that waits for its next counts. */
async function open(member: Member, on = app) {
  const page = await listen(on, member)
  onTestFinished(page.hangUp)
  let seen = 0
  return async (...counts: number[]) => {
    seen += counts.length
    const events = await page.untilNamed('notification', seen)
    expect(events.slice(-counts.length).map(({ data }) => data)).toEqual(counts.map((unread) => ({ unread })))
    expect(events).toHaveLength(seen)
  }
}

async function ok({ token }: Member, method: string, path: string, query = {}) {
  expectOk(await app.call(method, path, { token, query }))
}

async function authorAndFan() {
  const [author, fan] = [await buildMember(app), await buildMember(app)]
  return { author, fan, post: await buildPost(app, author) }
}

describe('the live count of notifications', () => {
  test('changes with new, read and undone notifications', async () => {
    const { author, fan, post } = await authorAndFan()
    const expectCounts = await open(author)
    await expectCounts(0)
    await like(app, fan, post)
    await expectCounts(1)
    const path = `/post/comments/${post.id}/create`
    const answer = await app.call('POST', path, { token: fan.token, body: { comments: 'Well said' } })
    await expectCounts(2)
    await ok(fan, 'POST', `/user/follow/${author.id}`)
    await expectCounts(3)
    const [follow] = await notificationsOf(app, author, { kinds: 'FOLLOW' })
    await readNotifications(app, { token: await buildToken(app, author) }, follow && [follow.id])
    await expectCounts(2)
    await ok(fan, 'DELETE', `/post/comments/delete/${dataOf(addComment, answer).id}`)
    await expectCounts(1)
    await ok(author, 'DELETE', `/post/delete/${post.id}`)
    await expectCounts(0)
    await ok(fan, 'POST', `/user/unfollow/${author.id}`)
    await expectCounts(0)
    await ok(fan, 'POST', `/user/follow/${author.id}`)
    await expectCounts(1)
    await ok(fan, 'POST', `/user/unfollow/${author.id}`)
    await expectCounts(0)
  })

  test('includes a like after an unlike', async () => {
    const { author, fan, post } = await authorAndFan()
    const expectCounts = await open(author)
    await expectCounts(0)
    await like(app, fan, post)
    await expectCounts(1)
    await like(app, fan, post, false)
    await expectCounts(0)
    await like(app, fan, post)
    await expectCounts(1)
  })

  test('changes with blocks by either side and with a ban', async () => {
    const { author, fan, post } = await authorAndFan()
    const admin = await buildMember(app, { role: 'ADMIN' })
    await like(app, fan, post)
    const expectCounts = await open(author)
    await expectCounts(1)
    for (const [one, other] of [
      [author, fan],
      [fan, author],
    ] as const) {
      await ok(one, 'POST', `/user/block/${other.id}`)
      await expectCounts(0)
      await ok(one, 'POST', `/user/unblock/${other.id}`)
      await expectCounts(1)
    }
    await ok(admin, 'POST', '/user/admin/ban-user', { userId: fan.id, reasonForBan: 'Spam' })
    await expectCounts(0)
  })

  test('changes at once when a post that mentions the member is deleted', async () => {
    const { author, fan } = await authorAndFan()
    const body = { caption: `Ask @${fan.username}` }
    const { token } = author
    const post = dataOf(createPost, await app.call('POST', '/post/user/create', { token, body }))
    const woken: number[] = []
    onTestFinished(bus.subscribe((memberIds) => woken.push(...memberIds)))
    await ok(author, 'DELETE', `/post/delete/${post.id}`)
    expect(woken).toContain(fan.id)
  })

  test('changes at once for likes and comments despite blocked members', async () => {
    const { author, fan: blocked, post } = await authorAndFan()
    const fan = await buildMember(app)
    const comment = async ({ token }: Member) =>
      expectOk(
        await app.call('POST', `/post/comments/${post.id}/create`, {
          token,
          body: { comments: 'Well said' },
        }),
      )
    await like(app, blocked, post)
    await comment(blocked)
    await ok(author, 'POST', `/user/block/${blocked.id}`)
    const woken: number[] = []
    onTestFinished(bus.subscribe((memberIds) => woken.push(...memberIds)))
    await like(app, fan, post)
    expect(woken.splice(0)).toContain(author.id)
    await comment(fan)
    expect(woken).toContain(author.id)
  })

  test('reaches another node over the bus, or by the check without it', async () => {
    const { author, fan, post } = await authorAndFan()
    const nodeWith = (its: Bus) => temporaryApp({ sameDatabaseAs: { url: app.databaseUrl }, bus: its })
    const expectCounts = await open(author, await nodeWith(bus))
    const expectMissed = await open(author, await nodeWith(memoryBus()))
    await expectCounts(0)
    await expectMissed(0)
    await like(app, fan, post)
    await expectCounts(1)
    await expectMissed(1)
    await readNotifications(app, author)
    await expectCounts(0)
  })
})

describe('an open page gets the removal of a read row', () => {
  const comment = async ({ token }: Member, { id }: { id: number }, body: object = {}) => {
    const path = `/post/comments/${id}/create`
    return dataOf(
      addComment,
      await app.call('POST', path, { token, body: { comments: 'Well said', ...body } }),
    )
  }

  /** Opens the page of a member who has read everything, on another node. */
  async function openAfterReading(member: Member) {
    await readNotifications(app, member)
    const expectCounts = await open(member, other)
    await expectCounts(0)
    return async () => {
      await expectCounts(0)
      expect(await notificationsOf(app, member)).toEqual([])
    }
  }

  test('when a like is taken back', async () => {
    const { author, fan, post } = await authorAndFan()
    await like(app, fan, post)
    const expectGone = await openAfterReading(author)
    await like(app, fan, post, false)
    await expectGone()
  })

  test('when a comment is deleted', async () => {
    const { author, fan, post } = await authorAndFan()
    const { id } = await comment(fan, post)
    const expectGone = await openAfterReading(author)
    await ok(fan, 'DELETE', `/post/comments/delete/${id}`)
    await expectGone()
  })

  test('when the like of a comment is taken back', async () => {
    const { author, fan, post } = await authorAndFan()
    const { id } = await comment(author, post)
    const setLike = async (liked: boolean) =>
      expectOk(await app.call('POST', `/post/comments/like/${id}`, { token: fan.token, body: { liked } }))
    await setLike(true)
    const expectGone = await openAfterReading(author)
    await setLike(false)
    await expectGone()
  })

  test('when the post with the comments is deleted', async () => {
    const { author, fan, post } = await authorAndFan()
    const { id } = await comment(fan, post)
    await comment(author, post, { parentId: id })
    const expectGone = await openAfterReading(fan)
    await ok(author, 'DELETE', `/post/delete/${post.id}`)
    await expectGone()
  })

  test('when an edited text no longer mentions the member', async () => {
    const { author, fan, post } = await authorAndFan()
    const { id } = await comment(author, post, { comments: `Ask @${fan.username}` })
    const expectGone = await openAfterReading(fan)
    const body = { comments: 'Ask somebody' }
    expectOk(await app.call('PUT', `/post/comments/update/${id}`, { token: author.token, body }))
    await expectGone()
  })

  test('when the other blocks the member', async () => {
    const { author, fan, post } = await authorAndFan()
    await like(app, fan, post)
    const expectGone = await openAfterReading(author)
    await ok(fan, 'POST', `/user/block/${author.id}`)
    await expectGone()
  })

  test('when the other is banned', async () => {
    const { author, fan, post } = await authorAndFan()
    const admin = await buildMember(app, { role: 'ADMIN' })
    await comment(fan, post)
    const expectGone = await openAfterReading(author)
    await ok(admin, 'POST', '/user/admin/ban-user', { userId: fan.id, reasonForBan: 'Spam' })
    await expectGone()
  })

  test('when the other is erased', async () => {
    const { author, fan, post } = await authorAndFan()
    await like(app, fan, post)
    const expectGone = await openAfterReading(author)
    await updateMember(app, fan, { closure_requested_at: new Date(0) })
    await eraseClosed.run(app.deps, {})
    await expectGone()
  })

  test('when the post of a discussion is hidden with its author', async () => {
    const { author, fan, post } = await authorAndFan()
    const admin = await buildMember(app, { role: 'ADMIN' })
    const { id } = await comment(fan, post)
    await comment(await buildMember(app), post, { parentId: id })
    const expectGone = await openAfterReading(fan)
    await ok(admin, 'POST', '/user/admin/ban-user', { userId: author.id, reasonForBan: 'Spam' })
    await expectGone()
  })
})

describe('reading during a concurrent like', () => {
  test('waits for the like, which is in the read row', async () => {
    const { author, fan, post } = await authorAndFan()
    const second = await buildMember(app)
    await like(app, fan, post)
    const now = app.clock.now()
    const left = await callDuring(
      app,
      'insert into likes (post_id, member_id, created_at) values ($1, $2, $3)',
      [post.id, second.id, now],
      () => readNotifications(app, author),
    )
    expect(left).toBe(0)
    expect(await notificationsOf(app, author)).toMatchObject([
      { read: true, actorCount: 2, createdDate: now.toISOString() },
    ])
  })

  test('makes the like wait and open a new row', async () => {
    const { author, fan, post } = await authorAndFan()
    const second = await buildMember(app)
    await like(app, fan, post)
    await callDuring(app, 'update notifications set read_at = now() where member_id = $1', [author.id], () =>
      like(app, second, post),
    )
    expect(await notificationsOf(app, author)).toMatchObject([
      { read: false, actorCount: 1, actors: [{ id: second.id }] },
      { read: true, actorCount: 1, actors: [{ id: fan.id }] },
    ])
  })
})
