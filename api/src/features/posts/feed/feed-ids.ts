import { sql, type RawBuilder } from 'kysely'
import { feedSize, maxNewPosts, profileFeedSize } from '@rootsquare/contract/posts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { isAllowedByBlocks, blockedIdsOf, type IdQuery } from '#api/features/posts/post-rows.ts'

/** Between two posts, newest first, so many. */
export type Span = { above: number; below: number; take: number; skip: number }

type Branch = RawBuilder<unknown>

export const noEnd = Number.MAX_SAFE_INTEGER

/** What the app itself asks for: a page and one more, the count of new posts, no offset. */
const usual = [0, feedSize + 1, profileFeedSize + 1, maxNewPosts]

/**
 * Usual amounts are literals: for a limit in a parameter PostgreSQL expects so many rows that it would plan the statement anew
 * for every call, which takes longer than to read them. Unusual ones are parameters, because each literal is a statement.
 */
const amount = (count: number) => (usual.includes(count) ? sql.lit(count) : sql`${count}`)

const within = ({ above, below }: Span, id = sql.ref('posts.id')) => {
  const bounds = [
    ...(above > 0 ? [sql`${id} > ${above}`] : []),
    ...(below < noEnd ? [sql`${id} < ${below}`] : []),
  ]
  return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `)
}
const newest = ({ take }: Span) => sql`order by posts.id desc limit ${amount(take)}`

/** The floor of a timeline that can be read, else null. */
export const floorOf = (member: Viewer) =>
  sql<number | null>`(select floor_id from timelines where member_id = ${member.id} and is_filled)`

/** What is laid ready for the member, and beside it what never is. Complete above the floor of the timeline. */
export function laidOutIds(member: Viewer, span: Span): IdQuery {
  const laidOut = sql`select post_id as id from timeline_posts as laid
    where member_id = ${member.id} and ${within(span, sql.ref('post_id'))}
    order by post_id desc limit ${amount(span.take)}`
  return merged(
    [laidOut, unspread(member, span), ofHighFanoutAuthors(member, span), inGroups(member, span)],
    span,
  )
}

/** The same from the posts themselves: slower for a member who follows many, but needs no timeline. */
export function followedIds(member: Viewer, span: Span): IdQuery {
  return merged([byAuthor(member.id, span), ofFollowed(member, span), inGroups(member, span)], span)
}

export function authorIds(reader: Viewer, authorId: number, span: Span): IdQuery {
  const posts = sql`select id from posts
    where author_id = ${authorId} and not is_hidden and author_id <> all(${blockedIdsOf(reader)}) and ${within(span)}
    ${newest(span)}`
  return merged([posts], span)
}

export function groupIds(reader: Viewer, groupId: number, span: Span): IdQuery {
  const posts = sql`select id from posts
    where group_id = ${groupId} and not is_hidden and ${isAllowedByBlocks(reader)} and ${within(span)}
    ${newest(span)}`
  return merged([posts], span)
}

/** A post that is found by its author and by its group comes once. */
function merged(branches: Branch[], { take, skip }: Span): IdQuery {
  const all = sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union all `,
  )
  return sql`select id from (${all}) found group by id order by id desc
    limit ${amount(take - skip)} offset ${amount(skip)}`
}

const byAuthor = (authorId: number, span: Span) => sql`select id from posts
  where author_id = ${authorId} and not is_hidden and ${within(span)} ${newest(span)}`

const ofFollowed = (member: Viewer, span: Span) => sql`select post.id from follows
  cross join lateral (
    select id from posts where author_id = follows.followed_id and not is_hidden and ${within(span)} ${newest(span)}
  ) post
  where follower_id = ${member.id}`

const unspread = (member: Viewer, span: Span) => sql`select id from posts
  where not is_fanned_out and not is_hidden and ${within(span)}
    and (author_id = ${member.id}
      or (select true from follows where follower_id = ${member.id} and followed_id = posts.author_id))
  ${newest(span)}`

const ofHighFanoutAuthors = (member: Viewer, span: Span) => sql`select post.id from high_fanout_authors
  join follows on follower_id = ${member.id} and followed_id = high_fanout_authors.member_id
  cross join lateral (
    select id from posts where author_id = follows.followed_id and not is_hidden and ${within(span)} ${newest(span)}
  ) post`

const inGroups = (member: Viewer, span: Span) => sql`select post.id from memberships
  cross join lateral (
    select id from posts
    where group_id = memberships.group_id and not is_hidden and author_id <> all(${blockedIdsOf(member)})
      and ${within(span)}
    ${newest(span)}
  ) post
  where memberships.member_id = ${member.id}`
