import { describe, expect, onTestFinished, test } from 'vitest'
import { addComment } from '@rootsquare/contract/comments'
import { memoryBus } from '#api/ports/bus/memory.ts'
import { buildMember, buildPost, type Member } from '#api/test/builders/members.ts'
import { like, notificationsOf, readNotifications } from '#api/test/builders/notifications.ts'
import { dataOf, expectOk } from '#api/test/answer.ts'
import { listen } from '#api/test/events.ts'
import { sharedApp } from '#api/test/shared-app.ts'

/** The two nodes run in one process. */
const bus = memoryBus()
const app = await sharedApp({ bus })
const other = await sharedApp({ sameDatabaseAs: { url: app.databaseUrl }, bus })

/** Opens pages of a member on both nodes, and returns a function that waits until both get the next change. */
async function openBoth(member: Member) {
  const pages = await Promise.all([app, other].map((node) => listen(node, member)))
  for (const page of pages) onTestFinished(page.hangUp)
  let seen = 0
  return async (unread: number) => {
    seen += 1
    for (const page of pages) {
      const events = await page.untilNamed('notification', seen)
      expect(events.slice(seen - 1).map(({ data }) => data)).toEqual([{ unread }])
    }
  }
}

async function authorAndFans() {
  const author = await buildMember(app)
  const fans = [await buildMember(app), await buildMember(app), await buildMember(app)]
  return { author, fans, post: await buildPost(app, author) }
}

type Cause = (fan: Member) => Promise<() => Promise<void>>

const setCommentLike = async ({ token }: Member, id: number, liked: boolean) =>
  expectOk(await app.call('POST', `/post/comments/like/${id}`, { token, body: { liked } }))

const writeComment = async ({ token }: Member, { id }: { id: number }) => {
  const path = `/post/comments/${id}/create`
  return dataOf(addComment, await app.call('POST', path, { token, body: { comments: 'Well said' } }))
}

/** Returns an action of a fan, which in turn returns the function that undoes it. */
async function causeOf(kind: string, author: Member, post: { id: number }): Promise<Cause> {
  if (kind === 'like')
    return async (fan) => {
      await like(app, fan, post)
      return () => like(app, fan, post, false)
    }
  if (kind === 'comment')
    return async (fan) => {
      const { id } = await writeComment(fan, post)
      const { token } = fan
      return async () => expectOk(await app.call('DELETE', `/post/comments/delete/${id}`, { token }))
    }
  if (kind === 'follow')
    return async ({ token }) => {
      expectOk(await app.call('POST', `/user/follow/${author.id}`, { token }))
      return async () => expectOk(await app.call('POST', `/user/unfollow/${author.id}`, { token }))
    }
  const { id } = await writeComment(author, post)
  return async (fan) => {
    await setCommentLike(fan, id, true)
    return () => setCommentLike(fan, id, false)
  }
}

describe.each(['like', 'comment', 'follow', 'like of a comment'])('an open page gets each %s', (kind) => {
  test('when it joins a row or is undone', async () => {
    const { author, fans, post } = await authorAndFans()
    const act = await causeOf(kind, author, post)
    const expectTold = await openBoth(author)
    await expectTold(0)
    const takeBacks: (() => Promise<void>)[] = []
    for (const [at, fan] of fans.entries()) {
      takeBacks.push(await act(fan))
      await expectTold(1)
      expect(await notificationsOf(other, author)).toMatchObject([{ actorCount: at + 1 }])
    }
    await takeBacks[1]?.()
    await expectTold(1)
    expect(await notificationsOf(other, author)).toMatchObject([{ actorCount: 2, read: false }])
  })

  test('when it is removed from a read row', async () => {
    const { author, fans, post } = await authorAndFans()
    const act = await causeOf(kind, author, post)
    const takeBacks: (() => Promise<void>)[] = []
    for (const fan of fans) takeBacks.push(await act(fan))
    await readNotifications(app, author)
    const expectTold = await openBoth(author)
    await expectTold(0)
    await takeBacks[2]?.()
    await expectTold(0)
    expect(await notificationsOf(other, author)).toMatchObject([{ actorCount: 2, read: true }])
  })
})

test('groups 200 likes into few events, the last after the last like', async () => {
  const { author, post } = await authorAndFans()
  const fans: Member[] = []
  for (let at = 0; at < 200; at += 1) fans.push(await buildMember(app))
  const page = await listen(other, author)
  onTestFinished(page.hangUp)
  await page.untilNamed('notification')
  const begin = performance.now()
  const shown: number[] = []
  let seen = 1
  const sending = Promise.all(fans.map((fan) => like(app, fan, post)))
  while (shown.at(-1) !== fans.length) {
    seen = (await page.untilNamed('notification', seen + 1)).length
    const [row] = await notificationsOf(other, author)
    shown.push(row?.actorCount ?? 0)
  }
  await sending
  const turns = (performance.now() - begin) / 500
  expect(page.named('notification').length).toBeLessThan(3 + turns)
})
