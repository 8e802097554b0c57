import { sql, type RawBuilder } from 'kysely'
import { feedSize, maxNewPosts, profileFeedSize } from '@rootsquare/contract/posts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { isAllowedByBlocks, blockedIdsOf, type IdQuery } from '#api/features/posts/post-rows.ts'

/** The next `take` posts between two ids, newest first. */
export type IdSpan = { above: number; below: number; take: number; skip: number }

type Branch = RawBuilder<unknown>

export const maxPostId = Number.MAX_SAFE_INTEGER

/** The limits that the app itself uses: a page and one more, the count of new posts, and no offset. */
const commonLimits = [0, feedSize + 1, profileFeedSize + 1, maxNewPosts]

/**
 * Writes common limits as literals. For a limit in a parameter PostgreSQL expects so many rows that it would plan the
 * statement anew for every call, which takes longer than reading them. Other limits are parameters, because each literal is
 * a separate statement.
 */
const limitLiteral = (count: number) => (commonLimits.includes(count) ? sql.lit(count) : sql`${count}`)

const within = ({ above, below }: IdSpan, id = sql.ref('posts.id')) => {
  const bounds = [
    ...(above > 0 ? [sql`${id} > ${above}`] : []),
    ...(below < maxPostId ? [sql`${id} < ${below}`] : []),
  ]
  return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `)
}
const newest = ({ take }: IdSpan) => sql`order by posts.id desc limit ${limitLiteral(take)}`

/** Selects the floor of a timeline that can be read, otherwise null. */
export const floorOf = (member: Viewer) =>
  sql<number | null>`(select floor_id from timelines where member_id = ${member.id} and is_filled)`

/**
 * Selects the posts of the timeline and those of authors whose posts are never copied into it. The result is complete above
 * the floor.
 */
export function timelineIds(member: Viewer, span: IdSpan): IdQuery {
  const laidOut = sql`select post_id as id from timeline_posts as laid
    where member_id = ${member.id} and ${within(span, sql.ref('post_id'))}
    order by post_id desc limit ${limitLiteral(span.take)}`
  return mergeBranches(
    [laidOut, uncopiedPosts(member, span), ofHighFanoutAuthors(member, span), inGroups(member, span)],
    span,
  )
}

/** Selects the same posts without a timeline, which is slower for a member who follows many. */
export function followedIds(member: Viewer, span: IdSpan): IdQuery {
  return mergeBranches([byAuthor(member.id, span), ofFollowed(member, span), inGroups(member, span)], span)
}

export function authorIds(reader: Viewer, authorId: number, span: IdSpan): IdQuery {
  const posts = sql`select id from posts
    where author_id = ${authorId} and not is_hidden and author_id <> all(${blockedIdsOf(reader)}) and ${within(span)}
    ${newest(span)}`
  return mergeBranches([posts], span)
}

export function groupIds(reader: Viewer, groupId: number, span: IdSpan): IdQuery {
  const posts = sql`select id from posts
    where group_id = ${groupId} and not is_hidden and ${isAllowedByBlocks(reader)} and ${within(span)}
    ${newest(span)}`
  return mergeBranches([posts], span)
}

/** Merges the branches. A post found by both its author and its group is returned once. */
function mergeBranches(branches: Branch[], { take, skip }: IdSpan): IdQuery {
  const all = sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union all `,
  )
  return sql`select id from (${all}) found group by id order by id desc
    limit ${limitLiteral(take - skip)} offset ${limitLiteral(skip)}`
}

const byAuthor = (authorId: number, span: IdSpan) => sql`select id from posts
  where author_id = ${authorId} and not is_hidden and ${within(span)} ${newest(span)}`

const ofFollowed = (member: Viewer, span: IdSpan) => sql`select post.id from follows
  cross join lateral (
    select id from posts where author_id = follows.followed_id and not is_hidden and ${within(span)} ${newest(span)}
  ) post
  where follower_id = ${member.id}`

const uncopiedPosts = (member: Viewer, span: IdSpan) => sql`select id from posts
  where not is_fanned_out and not is_hidden and ${within(span)}
    and (author_id = ${member.id}
      or (select true from follows where follower_id = ${member.id} and followed_id = posts.author_id))
  ${newest(span)}`

const ofHighFanoutAuthors = (member: Viewer, span: IdSpan) => sql`select post.id from high_fanout_authors
  join follows on follower_id = ${member.id} and followed_id = high_fanout_authors.member_id
  cross join lateral (
    select id from posts where author_id = follows.followed_id and not is_hidden and ${within(span)} ${newest(span)}
  ) post`

const inGroups = (member: Viewer, span: IdSpan) => sql`select post.id from memberships
  cross join lateral (
    select id from posts
    where group_id = memberships.group_id and not is_hidden and author_id <> all(${blockedIdsOf(member)})
      and ${within(span)}
    ${newest(span)}
  ) post
  where memberships.member_id = ${member.id}`
