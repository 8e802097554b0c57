import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as commentApi from '@rootsquare/contract/comments'
import * as api from '@rootsquare/contract/posts'
import { buildBlock, buildMember, buildMembers, buildPost, updateMember } from '#api/test/builders/members.ts'
import type { Member } from '#api/test/builders/members.ts'
import { dataOf } from '#api/test/answer.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
const writer = await buildMember(app)

const post = async ({ token }: Member, caption: string) =>
  dataOf(api.createPost, await app.call('POST', '/post/user/create', { token, body: { caption } }))
const editPost = async (id: number, { token }: Member, caption: string) =>
  dataOf(api.updatePost, await app.call('PUT', `/post/update/${id}`, { token, body: { caption } }))
const comment = async (postId: number, { token }: Member, comments: string, parentId?: number) => {
  const body = { comments, parentId }
  return dataOf(
    commentApi.addComment,
    await app.call('POST', `/post/comments/${postId}/create`, { token, body }),
  )
}
const editComment = async (id: number, { token }: Member, comments: string) => {
  const answer = await app.call('PUT', `/post/comments/update/${id}`, { token, body: { comments } })
  return dataOf(commentApi.updateComment, answer)
}
const seenBy = async (member: Member | null, postId: number) =>
  dataOf(api.getPost, await app.call('GET', `/post/fetch/${postId}`, { token: member?.token }))
const at = ({ username }: Member) => `@${username}`
const entry = ({ id, username }: Member) => ({ id, username })

/** Lists the notifications of a member with their actors: `MENTION post 7 by 3`. Rows without an actor are not shown. */
async function notificationsTo({ id }: Member): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select kind || ' ' || target_type || ' ' || target_id || ' by ' || string_agg(notification_actors.actor_id::text, ',') as line
    from notifications join notification_actors on notification_id = notifications.id
    where member_id = ${id} group by notifications.id order by notifications.id`.execute(app.deps.db)
  return rows.map(({ line }) => line)
}

const ban = (member: Member) => updateMember(app, member, { banned_at: app.clock.now() })

describe('mentions', () => {
  test('are the members named in a text, in its order, each once', async () => {
    const [ada, bola] = await buildMembers(app, 2)
    const text = `${at(bola)}, ${at(ada).toUpperCase()}. ${at(bola)} @nobody.here x${at(writer)}`
    const { id, mentions } = await post(writer, text)
    expect(mentions).toEqual([entry(bola), entry(ada)])
    expect((await comment(id, ada, text)).mentions).toEqual([entry(bola), entry(ada)])
    const read = await seenBy(bola, id)
    expect([read.mentions, read.comments[0]?.mentions]).toEqual([mentions, mentions])
    expect((await seenBy(null, id)).mentions).toEqual([])
  })

  test('show only members whom the reader may see', async () => {
    const [ada, bola, banned] = await buildMembers(app, 3)
    const { id } = await post(writer, `${at(ada)} ${at(banned)} ${at(writer)}`)
    await ban(banned)
    await buildBlock(app, ada, bola)
    expect((await seenBy(bola, id)).mentions).toEqual([entry(writer)])
    expect((await seenBy(ada, id)).mentions).toEqual([entry(ada), entry(writer)])
  })

  test('omit blocked, banned and unverified members', async () => {
    const members = await buildMembers(app, 3)
    const [blocked, blocking, banned] = members
    const unverified = await buildMember(app, { verified_at: null })
    await buildBlock(app, writer, blocked)
    await buildBlock(app, blocking, writer)
    await ban(banned)
    const { mentions } = await post(writer, [...members, unverified].map(at).join(' '))
    expect(mentions).toEqual([])
    for (const member of members) expect(await notificationsTo(member)).toEqual([])
  })

  test('are at most 20', async () => {
    const members = await buildMembers(app, 21)
    const { mentions } = await post(writer, members.map(at).join(' '))
    expect(mentions).toEqual(members.slice(0, 20).map(entry))
  })

  test('disappear when the member is erased', async () => {
    const erased = await buildMember(app)
    const { id } = await post(writer, `${at(erased)} ${at(writer)}`)
    await app.deps.db.deleteFrom('members').where('id', '=', erased.id).execute()
    expect((await editPost(id, writer, `${at(erased)} and ${at(writer)}`)).mentions).toEqual([entry(writer)])
  })
})

describe('a notification', () => {
  test('of a mention is created and removed by an edit', async () => {
    const [ada, bola] = await buildMembers(app, 2)
    const { id } = await post(writer, `${at(ada)} ${at(writer)}`)
    const mention = `MENTION post ${id} by ${writer.id}`
    expect(await notificationsTo(ada)).toEqual([mention])
    await editPost(id, writer, `${at(bola)} and ${at(ada)}`)
    expect([await notificationsTo(ada), await notificationsTo(bola)]).toEqual([[mention], [mention]])
    await editPost(id, writer, at(bola))
    expect([await notificationsTo(ada), await notificationsTo(bola)]).toEqual([[], [mention]])
    expect(await notificationsTo(writer)).not.toContain(mention)
  })

  test('of an edited comment goes only to newly mentioned members', async () => {
    const [ada, bola] = await buildMembers(app, 2)
    const { id: postId } = await buildPost(app, writer)
    const { id } = await comment(postId, ada, 'Well said')
    await editComment(id, ada, `Well said, ${at(bola)}`)
    expect(await notificationsTo(bola)).toEqual([`MENTION comment ${id} by ${ada.id}`])
    await editComment(id, ada, 'Well said')
    expect(await notificationsTo(bola)).toEqual([])
    expect(await notificationsTo(writer)).toContain(`COMMENT post ${postId} by ${ada.id}`)
  })

  test('is one per member, for a mention before a reply or comment', async () => {
    const [author, ada, bola] = await buildMembers(app, 3)
    const { id: postId } = await buildPost(app, author)
    const top = await comment(postId, ada, 'First')
    expect(await notificationsTo(author)).toEqual([`COMMENT post ${postId} by ${ada.id}`])
    const own = await comment(postId, author, 'Thank you', top.id)
    expect(await notificationsTo(ada)).toEqual([`REPLY comment ${top.id} by ${author.id}`])
    // The comment answers the author of the post, and mentions the author of the top comment.
    const reply = await comment(postId, bola, `Yes, ${at(ada)}`, own.id)
    expect(await notificationsTo(author)).toEqual([
      `COMMENT post ${postId} by ${ada.id}`,
      `REPLY comment ${own.id} by ${bola.id}`,
    ])
    expect(await notificationsTo(ada)).toEqual([
      `REPLY comment ${top.id} by ${author.id}`,
      `MENTION comment ${reply.id} by ${bola.id}`,
    ])
  })

  test('of a comment replaces a mention that is switched off', async () => {
    const author = await buildMember(app)
    const off = { member_id: author.id, kind: 'MENTION', in_app: false } as const
    await app.deps.db.insertInto('notification_settings').values(off).execute()
    const { id: postId } = await buildPost(app, author)
    await comment(postId, writer, at(author))
    expect(await notificationsTo(author)).toEqual([`COMMENT post ${postId} by ${writer.id}`])
  })

  test('of a liked comment disappears with the like', async () => {
    const [author, ada] = await buildMembers(app, 2)
    const { id: postId } = await buildPost(app, author)
    const { id } = await comment(postId, ada, 'Well said')
    const like = (liked: boolean) =>
      app.call('POST', `/post/comments/like/${id}`, { token: writer.token, body: { liked } })
    await like(true)
    expect(await notificationsTo(ada)).toEqual([`COMMENT_LIKE comment ${id} by ${writer.id}`])
    await like(false)
    expect(await notificationsTo(ada)).toEqual([])
  })

  test('disappears while its cause is hidden', async () => {
    const [author, top, ada, bola] = await buildMembers(app, 4)
    const { id: postId } = await buildPost(app, author)
    const thread = await comment(postId, top, 'First')
    const answered = await comment(postId, ada, 'Second', thread.id)
    await comment(postId, writer, `Third, ${at(bola)}`, answered.id)
    const countShown = async () => [await notificationsTo(ada), await notificationsTo(bola)].flat().length
    for (const member of [top, writer, author]) {
      expect(await countShown()).toBe(2)
      await ban(member)
      expect(await countShown()).toBe(0)
      await updateMember(app, member, { banned_at: null })
    }
    expect(await countShown()).toBe(2)
  })
})
