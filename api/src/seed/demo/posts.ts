import type { Tx } from '#api/db/db.ts'
import { inHours, inMinutes } from '#api/ports/clock/clock.ts'
import type { Person } from './people.ts'
import type { DemoComment, DemoPost } from '../files.ts'

/** `index` is where the post is in the file. */
export type InsertedPost = { id: number; index: number; authorId: number; createdAt: Date }

/** Inserts the oldest first, so that ids follow time. Nobody has a timeline yet, so there is none to add them to. */
export async function insertPosts(
  tx: Tx,
  people: Person[],
  posts: DemoPost[],
  now: Date,
): Promise<InsertedPost[]> {
  const find = personFinder(people)
  const sorted = posts
    .map((post, index) => ({ ...post, index, author: find(post.author) }))
    .toSorted((one, other) => other.hoursAgo - one.hoursAgo)
  const rows = sorted.map(({ author, groupSlug, location, caption, hoursAgo }) => ({
    author_id: author.id,
    group_id: groupSlug === null ? null : groupOf(people, groupSlug),
    caption,
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
  return sorted.flatMap(({ caption, index, author, hoursAgo }) => {
    const id = idOf.get(caption)
    return id === undefined ? [] : [{ id, index, authorId: author.id, createdAt: inHours(now, -hoursAgo) }]
  })
}

export function personFinder(people: Person[]) {
  const known = new Map(people.map((person) => [person.username, person]))
  return (username: string): Person => {
    const person = known.get(username)
    if (!person) throw new Error(`The demo world knows no ${username}.`)
    return person
  }
}

export function groupOf(people: Person[], slug: string): number {
  const member = people.find(({ groupSlug }) => groupSlug === slug)
  if (!member) throw new Error(`Nobody of the demo world is in the group ${slug}.`)
  return member.groupId
}

/** The comments of a post keep the order of the files; all of them are inserted in the order of time. */
export async function insertComments(
  tx: Tx,
  { people, posts, now }: { people: Person[]; posts: InsertedPost[]; now: Date },
  comments: DemoComment[],
): Promise<void> {
  const find = personFinder(people)
  const rows = posts.flatMap((post) => {
    const own = comments.filter(({ postIndex }) => postIndex === post.index)
    return own.map(({ author, text }, nth) => ({
      post_id: post.id,
      author_id: find(author).id,
      body: text,
      created_at: timeAfter(post, now, (nth + 1) / (own.length + 1)),
    }))
  })
  const inOrder = rows.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime())
  await tx.insertInto('comments').values(inOrder).execute()
}

const hoursOfReplies = 20

/** Comments and likes come within a day of the post. */
function timeAfter({ createdAt }: InsertedPost, now: Date, share: number): Date {
  const minutes = Math.min((now.getTime() - createdAt.getTime()) / 60_000, hoursOfReplies * 60)
  return inMinutes(createdAt, Math.floor(minutes * share))
}

/** How many members like each post; one post has no like, so that the screens show that too. */
const likeCounts = [14, 19, 9, 12, 5, 16, 7, 11, 3, 8, 2, 6, 13, 17, 4, 15, 10, 1, 18, 12, 6, 8, 5, 0, 9]

export async function insertLikes(tx: Tx, people: Person[], posts: InsertedPost[], now: Date): Promise<void> {
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
