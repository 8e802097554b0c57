import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { columnsUsedBy } from '#api/test/columns-used.ts'
import { sharedApp } from '#api/test/shared-app.ts'
import { selectPosts } from '../post-rows.ts'

const app = await sharedApp()

/** What the statement reads and stored texts do not need a new version for. */
const excluded = {
  'read again for each reader': [
    'blocks.blocked_id',
    'blocks.blocker_id',
    'bookmarks.member_id',
    'bookmarks.post_id',
    'comment_likes.comment_id',
    'comment_likes.member_id',
    'comments.is_hidden',
    'comments.likes_count',
    'comments.mentioned_ids',
    'comments.reply_count',
    'likes.member_id',
    'likes.post_id',
    'members.banned_at',
    'members.verified_at',
    'memberships.group_id',
    'memberships.is_moderator',
    'memberships.member_id',
    'posts.comments_count',
    'posts.likes_count',
    'posts.mentioned_ids',
  ],
  'never changes': [
    'comments.author_id',
    'comments.id',
    'comments.post_id',
    'groups.id',
    'members.id',
    'posts.author_id',
    'posts.group_id',
    'posts.id',
  ],
  'is the version': ['comments.version', 'groups.version', 'members.version', 'posts.version'],
  'raised by keep_words_of_others': ['comments.parent_id'],
  'raised by the job that reads the linked page': [
    'link_cards.description',
    'link_cards.id',
    'link_cards.image_url',
    'link_cards.site',
    'link_cards.state',
    'link_cards.title',
    'link_cards.url',
  ],
}

test('each column that stored posts and comments show raises a version', async () => {
  const compiled = selectPosts({ id: 1, role: 'USER', sessionId: '' }, sql`select 1::bigint as id`).compile(
    app.deps.db,
  )
  const statement = compiled.sql.replaceAll(/\$(\d+)/g, (_, number) =>
    String(compiled.parameters[number - 1]),
  )
  const { rows } = await sql<{ name: string }>`
    select concat(relname, '.', attname) as name
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid join pg_class on pg_class.oid = tgrelid
      join pg_attribute on attrelid = tgrelid
    where proname = 'raise_version' and attnum = any(tgattr) or proname = 'raise_version_of_posts'`.execute(
    app.deps.db,
  )
  const raising = new Set(rows.map(({ name }) => name))
  const used = await columnsUsedBy(app.deps.db, [statement])
  expect(used.filter((name) => !raising.has(name))).toEqual(Object.values(excluded).flat().toSorted())
})
