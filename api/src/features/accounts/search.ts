import { sql } from 'kysely'
import type { MemberEntry } from '@rootsquare/contract/accounts'
import { pageOf } from '@rootsquare/contract/paged'
import type { Paged, PageQuery } from '@rootsquare/contract/paged'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/viewer.ts'

/** Every word somewhere in username, first or last name; names that begin with it come first. */
export async function searchMembers(
  db: Db,
  viewer: Viewer,
  query: PageQuery & { q: string },
): Promise<Paged<MemberEntry>> {
  const words = query.q.split(/\s+/).slice(0, 8)
  const found = words.reduce(
    (members, word) => members.where('search_text', 'like', sql<string>`'%' || fold_like(${word}) || '%'`),
    visibleMembers(db, viewer),
  )
  const { total } = await found
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const content = await found
    .select(['id', 'username', 'firstname', 'lastname', 'profile_image as profileImage'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('follows')
            .select('follower_id')
            .where('follower_id', '=', viewer.id)
            .whereRef('followed_id', '=', 'members.id'),
        )
        .as('isFollowedByUser'),
    )
    .orderBy(sql`lower(username) = fold(${query.q})`, 'desc')
    .orderBy(sql`(' ' || search_text) like '% ' || fold_like(${words[0] ?? ''}) || '%'`, 'desc')
    .orderBy(sql`similarity(search_text, fold(${query.q}))`, 'desc')
    .orderBy('id')
    .limit(query.size)
    .offset(query.page * query.size)
    .execute()
  const entries = content.map((entry) => ({ ...entry, isFollowedByUser: Boolean(entry.isFollowedByUser) }))
  return pageOf(entries, total, query)
}

function visibleMembers(db: Db, viewer: Viewer) {
  return db
    .selectFrom('members')
    .where('verified_at', 'is not', null)
    .where('banned_at', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('blocks')
            .select('blocker_id')
            .where((block) =>
              block.or([
                block.and([
                  block('blocker_id', '=', viewer.id),
                  block('blocked_id', '=', block.ref('members.id')),
                ]),
                block.and([
                  block('blocked_id', '=', viewer.id),
                  block('blocker_id', '=', block.ref('members.id')),
                ]),
              ]),
            ),
        ),
      ),
    )
}
