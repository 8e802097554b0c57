import { describe, expect, onTestFinished, test } from 'vitest'
import { addComment } from '@rootsquare/contract/comments'
import { createGroupPost } from '@rootsquare/contract/posts'
import {
  buildBlock,
  buildFollow,
  buildGroup,
  buildMember,
  buildMembers,
  buildMembership,
  buildPost,
} from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { buildItem } from '#api/test/builders/market.ts'
import { buildOrder } from '#api/test/builders/orders.ts'
import { dataOf } from '#api/test/answer.ts'
import { listen, openPage } from '#api/test/events.ts'
import { updateRows } from '#api/test/rows.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()

const open = (member: Member, post?: number) => openPage(app, member, { post })

const comment = async ({ token }: Member, postId: number, comments: string, parentId?: number) => {
  const body = { comments, parentId }
  return dataOf(addComment, await app.call('POST', `/post/comments/${postId}/create`, { token, body }))
}

const like = ({ token }: Member, postId: number) =>
  app.call('POST', `/post/like/${postId}`, { token, body: { liked: true } })

const datas = (events: { data: unknown }[]) => events.map(({ data }) => data)

describe('GET /live?post=ID', () => {
  test('sends new, changed and deleted comments and the counts', async () => {
    const [author, reader] = await buildMembers(app, 2)
    const { id } = await buildPost(app, author)
    const page = await open(reader, id)
    const written = await comment(author, id, 'Ẹ káàbọ̀')
    expect(datas(await page.untilNamed('comment'))).toEqual([
      { ...written, can: { update: false, delete: false, report: true } },
    ])
    expect(datas(await page.untilNamed('post'))).toEqual([{ id, likes: 0, commentCount: 1 }])
    await like(reader, id)
    expect(datas(await page.untilNamed('post', 2)).at(-1)).toEqual({ id, likes: 1, commentCount: 1 })
    const { token } = author
    const body = { comments: 'Welcome' }
    await app.call('PUT', `/post/comments/update/${written.id}`, { token, body })
    expect(datas(await page.untilNamed('comment', 2)).at(-1)).toMatchObject({ id: written.id, ...body })
    await app.call('DELETE', `/post/comments/delete/${written.id}`, { token })
    expect(datas(await page.untilNamed('comment', 3)).at(-1)).toEqual({ id: written.id, deleted: true })
    expect(datas(await page.untilNamed('post', 4)).at(-1)).toEqual({ id, likes: 1, commentCount: 0 })
  })

  test('sends the deletion of each reply with its top comment', async () => {
    const [author, reader] = await buildMembers(app, 2)
    const { id } = await buildPost(app, author)
    const top = await comment(author, id, 'Who comes?')
    const reply = await comment(reader, id, 'We do', top.id)
    const page = await open(reader, id)
    await app.call('DELETE', `/post/comments/delete/${top.id}`, { token: author.token })
    const deleted = datas(await page.untilNamed('comment', 2))
    expect(deleted).toHaveLength(2)
    for (const gone of [top, reply]) expect(deleted).toContainEqual({ id: gone.id, deleted: true })
    expect(datas(page.named('post')).at(-1)).toEqual({ id, likes: 0, commentCount: 0 })
  })

  test('sends nothing of other posts and no comment across a block', async () => {
    const [author, reader, blocked] = await buildMembers(app, 3)
    await buildBlock(app, reader, blocked)
    const [shown, other] = [await buildPost(app, author), await buildPost(app, author)]
    const page = await open(reader, shown.id)
    await comment(author, other.id, 'Elsewhere')
    await comment(blocked, shown.id, 'Unseen')
    const seen = await comment(author, shown.id, 'Seen')
    expect(datas(await page.untilNamed('comment'))).toMatchObject([{ id: seen.id }])
    expect(datas(page.named('post')).every((data) => JSON.stringify(data).includes(`"id":${shown.id}`))).toBe(
      true,
    )
  })

  test('sends a comment again when it is liked', async () => {
    const [author, reader] = await buildMembers(app, 2)
    const { id } = await buildPost(app, author)
    const written = await comment(author, id, 'Ẹ káàbọ̀')
    const page = await open(reader, id)
    const body = { liked: true }
    await app.call('POST', `/post/comments/like/${written.id}`, { token: reader.token, body })
    expect(datas(await page.untilNamed('comment'))).toMatchObject([
      { id: written.id, likes: 1, isLikedByUser: true },
    ])
  })

  test('sends nothing after a block, except to staff', async () => {
    const [author, reader] = await buildMembers(app, 2)
    const admin = await buildMember(app, { role: 'ADMIN' })
    const { id } = await buildPost(app, author)
    const [page, staffPage] = [await open(reader, id), await open(admin, id)]
    await buildBlock(app, author, reader)
    await buildBlock(app, author, admin)
    await like(author, id)
    expect(datas(await staffPage.untilNamed('post'))).toEqual([{ id, likes: 1, commentCount: 0 }])
    expect(page.named('post')).toEqual([])
  })

  test('rejects a post that does not exist or is hidden from the reader', async () => {
    const [author, reader] = await buildMembers(app, 2)
    await buildBlock(app, author, reader)
    const { id } = await buildPost(app, author)
    for (const post of [987_654_321, id]) {
      const page = await listen(app, reader, { post })
      expect(page.status).toBe(404)
      await page.hangUp()
    }
  })
})

test('announces a new post to followers, group members and the author', async () => {
  const [author, follower, member, stranger] = await buildMembers(app, 4)
  const groupId = await buildGroup(app)
  for (const one of [author, member]) await buildMembership(app, one, groupId)
  await buildFollow(app, follower, author)
  const pages = [await open(follower), await open(member), await open(author)]
  const unconcerned = await open(stranger)
  const post = { token: author.token, body: { caption: 'New Yam' } }
  await app.call('POST', `/post/group/${groupId}/create`, post)
  for (const page of pages) expect(datas(await page.untilNamed('posts'))).toEqual([{}])
  expect(unconcerned.named('posts')).toEqual([])
})

test('announces a deleted post to feeds and pages that show it', async () => {
  const [author, follower, member, stranger] = await buildMembers(app, 4)
  const admin = await buildMember(app, { role: 'ADMIN' })
  const groupId = await buildGroup(app)
  await buildMembership(app, member, groupId)
  await buildFollow(app, follower, author)
  const { id } = await buildPost(app, author, { group_id: groupId })
  const pages = [await open(follower), await open(member), await open(author), await open(stranger, id)]
  const unconcerned = await open(stranger)
  await app.call('DELETE', `/post/delete/${id}`, { token: admin.token })
  for (const page of pages) expect(datas(await page.untilNamed('post'))).toEqual([{ id, deleted: true }])
  expect(unconcerned.named('post')).toEqual([])
})

test('announces posts across a block only to moderators and staff', async () => {
  const [author, blocker, blocked] = await buildMembers(app, 3)
  const [moderator, admin] = [await buildMember(app), await buildMember(app, { role: 'ADMIN' })]
  const groupId = await buildGroup(app)
  const members = [author, blocker, blocked, moderator, admin]
  for (const one of members) await buildMembership(app, one, groupId)
  const moderates = { group_id: groupId, member_id: moderator.id }
  await updateRows(app.deps.db, 'memberships', moderates, { is_moderator: true })
  const { id: shown } = await buildPost(app, author, { group_id: groupId })
  const pages = [await open(moderator, shown), await open(admin, shown), await open(author)]
  const unconcerned = [await open(blocker), await open(blocked), await open(blocked, shown)]
  await buildBlock(app, blocker, author)
  for (const one of [blocked, moderator, admin]) await buildBlock(app, author, one)
  const { token } = author
  const body = { caption: 'New Yam' }
  const written = dataOf(
    createGroupPost,
    await app.call('POST', `/post/group/${groupId}/create`, { token, body }),
  )
  for (const page of pages) expect(datas(await page.untilNamed('posts'))).toEqual([{}])
  for (const id of [written.id, shown]) await app.call('DELETE', `/post/delete/${id}`, { token })
  const deletions = [written.id, shown].map((id) => ({ id, deleted: true }))
  for (const page of pages) expect(datas(await page.untilNamed('post', 2))).toEqual(deletions)
  for (const page of unconcerned) expect([...page.named('posts'), ...page.named('post')]).toEqual([])
})

describe('live events of an order', () => {
  test('reach buyer and seller for each step, even after a reconnect', async () => {
    const [buyer, seller] = await buildMembers(app, 2)
    const drum = await buildItem(app, seller, { stock: 5 })
    const { orderId, lineIds } = await buildOrder(app, buyer, [{ item: drum }], { status: 'PROCESSING' })
    const [hers, his] = [await open(buyer), await open(seller)]
    const [lineId] = lineIds
    const body = { state: 'SHIPPED' }
    await app.call('PATCH', `/cart/seller/order/${lineId}`, { token: seller.token, body })
    const isShipped = (id: number | undefined) => ({ orderId: id, state: 'SHIPPED' })
    expect(datas(await hers.untilNamed('order', 2)).at(-1)).toEqual(isShipped(orderId))
    expect(datas(await his.untilNamed('order', 2)).at(-1)).toEqual(isShipped(lineId))
    await hers.hangUp()
    await app.call('PATCH', `/cart/order/${orderId}/received`, { token: buyer.token })
    expect(datas(await his.untilNamed('order', 3)).at(-1)).toEqual({ orderId: lineId, state: 'COMPLETED' })
    const again = await listen(app, buyer, { lastEventId: String(hers.events.at(-1)?.id ?? 0) })
    onTestFinished(again.hangUp)
    expect(datas(await again.untilNamed('order')).at(-1)).toEqual({ orderId, state: 'COMPLETED' })
  })
})
