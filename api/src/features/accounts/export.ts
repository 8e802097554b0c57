import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/viewer.ts'

/** All that the product holds of a member, by the tables it lies in. A test finds tables that nobody thought of. */
export async function exportMember(db: Db, { id }: Viewer): Promise<Record<string, unknown>> {
  const {
    password_hash: _,
    search_text: __,
    ...member
  } = await db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const following = db
    .selectFrom('follows')
    .innerJoin('members', 'members.id', 'followed_id')
    .where('follower_id', '=', id)
  const followers = db
    .selectFrom('follows')
    .innerJoin('members', 'members.id', 'follower_id')
    .where('followed_id', '=', id)
  const blocked = db
    .selectFrom('blocks')
    .innerJoin('members', 'members.id', 'blocked_id')
    .where('blocker_id', '=', id)
  return {
    members: member,
    consents: await db
      .selectFrom('consents')
      .select(['kind', 'wording', 'given_at'])
      .where('member_id', '=', id)
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .select(['created_at', 'expires_at'])
      .where('member_id', '=', id)
      .execute(),
    logins: await db
      .selectFrom('logins')
      .select('created_at')
      .where('member_id', '=', id)
      .orderBy('id')
      .execute(),
    memberships: await db
      .selectFrom('memberships')
      .innerJoin('groups', 'groups.id', 'group_id')
      .select(['groups.name as group', 'is_moderator', 'joined_at'])
      .where('member_id', '=', id)
      .execute(),
    follows: {
      following: await following.select(['username', 'follows.created_at']).execute(),
      followers: await followers.select(['username', 'follows.created_at']).execute(),
    },
    blocks: await blocked.select(['username', 'blocks.created_at']).execute(),
    media: await db.selectFrom('media').select(['url', 'created_at']).where('owner_id', '=', id).execute(),
  }
}
