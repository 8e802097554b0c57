import type { Tx } from '#api/db/db.ts'
import { inHours, inMinutes } from '#api/ports/clock/clock.ts'
import { eachInTurn, hang } from './draw.ts'
import type { Studio } from './draw.ts'
import type { Person } from './demo-people.ts'
import type { DemoComment, DemoPicture, DemoPost } from './files.ts'
import { paint } from './scenes/paint.ts'

/** A post that stands; `place` is where it is in the file. */
export type Posted = { id: number; place: number; authorId: number; createdAt: Date }

/** Oldest first, so that ids follow time. Nobody has a timeline yet into which they would have to be laid. */
export async function insertPosts(tx: Tx, people: Person[], posts: DemoPost[], now: Date): Promise<Posted[]> {
  const find = finder(people)
  const written = posts
    .map((post, place) => ({ ...post, place, author: find(post.author) }))
    .toSorted((one, other) => other.hoursAgo - one.hoursAgo)
  const rows = written.map(({ author, groupSlug, location, caption, hoursAgo }) => ({
    author_id: author.id,
    group_id: groupSlug === null ? null : groupOf(people, groupSlug),
    caption,
    location,
    is_spread: true,
    created_at: inHours(now, -hoursAgo),
  }))
  const inserted = await tx
    .insertInto('posts')
    .values(rows)
    .returning(['id', 'caption', 'created_at'])
    .execute()
  const idOf = new Map(inserted.map(({ caption, id }) => [caption, id]))
  return written.flatMap(({ caption, place, author, hoursAgo }) => {
    const id = idOf.get(caption)
    return id === undefined ? [] : [{ id, place, authorId: author.id, createdAt: inHours(now, -hoursAgo) }]
  })
}

export function finder(people: Person[]) {
  const known = new Map(people.map((person) => [person.username, person]))
  return (username: string): Person => {
    const person = known.get(username)
    if (!person) throw new Error(`The demo world knows no ${username}.`)
    return person
  }
}

/** By somebody whose own group it is. */
export function groupOf(people: Person[], slug: string): number {
  const member = people.find(({ groupSlug }) => groupSlug === slug)
  if (!member) throw new Error(`Nobody of the demo world is in the group ${slug}.`)
  return member.groupId
}

/** Under each post in the order of the files, and all of them in the order of time. */
export async function insertComments(
  tx: Tx,
  { people, posted, now }: { people: Person[]; posted: Posted[]; now: Date },
  comments: DemoComment[],
): Promise<void> {
  const find = finder(people)
  const rows = posted.flatMap((post) => {
    const own = comments.filter(({ postIndex }) => postIndex === post.place)
    return own.map(({ author, text }, nth) => ({
      post_id: post.id,
      author_id: find(author).id,
      body: text,
      created_at: momentIn(post, now, (nth + 1) / (own.length + 1)),
    }))
  })
  const inOrder = rows.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime())
  await tx.insertInto('comments').values(inOrder).execute()
}

const busyHours = 20

/** People answer within a day. */
function momentIn({ createdAt }: Posted, now: Date, share: number): Date {
  const minutes = Math.min((now.getTime() - createdAt.getTime()) / 60_000, busyHours * 60)
  return inMinutes(createdAt, Math.floor(minutes * share))
}

/** How many like the newest, the one before it and so on: some are loved, one nobody has seen. */
const applause = [14, 19, 9, 12, 5, 16, 7, 11, 3, 8, 2, 6, 13, 17, 4, 15, 10, 1, 18, 12, 6, 8, 5, 0, 9]

export async function insertLikes(tx: Tx, people: Person[], posted: Posted[], now: Date): Promise<void> {
  const likes = posted.flatMap((post) => {
    const others = people.filter(({ id }) => id !== post.authorId)
    const turned = others.map((_, nth) => others[(nth * 7 + post.place * 3) % others.length])
    const count = applause[post.place % applause.length] ?? 0
    return turned.slice(0, count).flatMap((person, nth) => {
      const created_at = momentIn(post, now, (nth + 1) / (count + 1))
      return person ? [{ post_id: post.id, member_id: person.id, created_at }] : []
    })
  })
  await tx.insertInto('likes').values(likes).execute()
}

/** A post gets all its pictures at once, when their files are stored; the newest posts first. */
export async function drawPosts(deps: Studio, posted: Posted[], pictures: DemoPicture[]): Promise<void> {
  await eachInTurn(posted.toReversed(), async (post) => {
    const rows = []
    for (const [seed, picture] of pictures.entries()) {
      if (picture.post !== post.place) continue
      const { secure_url, thumbnail_url, width, height } = await hang(
        deps,
        post.authorId,
        paint(picture, seed),
        picture,
      )
      const type = 'image' as const
      rows.push({ url: secure_url, thumbnail_url, type, width, height, alt: picture.alt })
    }
    if (rows.length === 0) return
    const values = rows.map((row, position) => ({ ...row, post_id: post.id, position }))
    await deps.db.insertInto('post_media').values(values).execute()
  })
}
