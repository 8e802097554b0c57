import { sql } from 'kysely'
import { mentionsIn, tagsIn } from '@rootsquare/contract/lib/mentions'
import type { Tx } from '#api/db/db.ts'
import { inHours, inMinutes } from '#api/ports/clock/clock.ts'
import { groupOf, type DemoMembers } from './people.ts'
import type { DemoComment, DemoPost } from '../seed-files.ts'

/** An inserted post. `index` is its position in the file. */
export type InsertedPost = { id: number; index: number; authorId: number; createdAt: Date }

/** Inserts the oldest first, so that ids follow time. No member has a timeline yet that the posts would have to be added to. */
export async function insertPosts(tx: Tx, world: DemoMembers, posts: DemoPost[]): Promise<InsertedPost[]> {
  const { find, now } = world
  const sorted = posts
    .map((post, index) => ({ ...post, index, author: find(post.author) }))
    .toSorted((one, other) => other.hoursAgo - one.hoursAgo)
  const rows = sorted.map(({ author, groupSlug, location, caption, hoursAgo }) => ({
    author_id: author.id,
    group_id: groupSlug === null ? null : groupOf(world, groupSlug),
    caption,
    mentioned_ids: mentionedIn(caption, find),
    tags: tagsIn(caption),
    location,
    is_fanned_out: true,
    created_at: inHours(now, -hoursAgo),
  }))
  const inserted = await tx
    .insertInto('posts')
    .values(rows)
    .returning(['id', 'caption', 'created_at'])
    .execute()
  const idOf = new Map(inserted.map(({ caption, id }) => [caption, id]))
  return sorted.map(({ caption, index, author, hoursAgo }) => {
    const createdAt = inHours(now, -hoursAgo)
    return { id: idOf.get(caption) ?? 0, index, authorId: author.id, createdAt }
  })
}

const mentionedIn = (text: string, find: DemoMembers['find']) =>
  mentionsIn(text).map((username) => find(username).id)

/** Inserts comments in the order of time. The comments of one post also have the order of the files. */
export async function insertComments(
  tx: Tx,
  { find, now }: DemoMembers,
  posts: InsertedPost[],
  comments: DemoComment[],
): Promise<void> {
  const rows = posts.flatMap((post) => {
    const own = comments.filter(({ postIndex }) => postIndex === post.index)
    return own.map(({ author, text, replyTo }, nth) => ({
      post_id: post.id,
      author_id: find(author).id,
      body: text,
      mentioned_ids: mentionedIn(text, find),
      answered_author_id: replyTo === undefined ? null : find(replyTo).id,
      created_at: timeAfter(post, now, (nth + 1) / (own.length + 1)),
    }))
  })
  const inOrder = rows.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime())
  for (const { answered_author_id, ...row } of inOrder) {
    const parent_id = answered_author_id === null ? null : lastComment(row.post_id, answered_author_id)
    await tx
      .insertInto('comments')
      .values({ ...row, parent_id })
      .execute()
  }
}

/** Returns the comment that a reply answers. */
const lastComment = (postId: number, authorId: number) =>
  sql<number>`(select max(id) from comments where post_id = ${postId} and author_id = ${authorId})`

const hoursOfReplies = 20

/** Returns a time within a day of the post, for its comments and likes. */
function timeAfter({ createdAt }: InsertedPost, now: Date, share: number): Date {
  const minutes = Math.min((now.getTime() - createdAt.getTime()) / 60_000, hoursOfReplies * 60)
  return inMinutes(createdAt, Math.floor(minutes * share))
}

/** The number of likes of each post. One post has none, so that the screens show that too. */
const likeCounts = [14, 19, 9, 12, 5, 16, 7, 11, 3, 8, 2, 6, 13, 17, 4, 15, 10, 1, 18, 12, 6, 8, 5, 0, 9]

export async function insertLikes(
  tx: Tx,
  { people, now }: DemoMembers,
  posts: InsertedPost[],
): Promise<void> {
  const likes = posts.flatMap((post) => {
    const others = people.filter(({ id }) => id !== post.authorId)
    const likers = others.map((_, nth) => others[(nth * 7 + post.index * 3) % others.length])
    const count = likeCounts[post.index % likeCounts.length] ?? 0
    return likers.slice(0, count).flatMap((person, nth) => {
      const created_at = timeAfter(post, now, (nth + 1) / (count + 1))
      return person ? [{ post_id: post.id, member_id: person.id, created_at }] : []
    })
  })
  await tx.insertInto('likes').values(likes).execute()
}

/** Inserts likes for every third comment, so that the screens show comments with and without likes. */
export async function insertCommentLikes(tx: Tx, { people, now }: DemoMembers): Promise<void> {
  const comments = await tx
    .selectFrom('comments')
    .select(['id', 'author_id', 'created_at'])
    .orderBy('id')
    .execute()
  const likes = comments.flatMap(({ id, author_id, created_at }, place) => {
    const others = people.filter((person) => person.id !== author_id)
    const likers = others.filter((_, nth) => place % 3 === 0 && (nth + place) % 6 === 0)
    const minutes = (now.getTime() - created_at.getTime()) / 60_000
    return likers.map((person, nth) => ({
      comment_id: id,
      member_id: person.id,
      created_at: inMinutes(created_at, (minutes * (nth + 1)) / (likers.length + 1)),
    }))
  })
  await tx.insertInto('comment_likes').values(likes).execute()
}
