import { sql, type RawBuilder } from 'kysely'
import { mentionsIn } from '@rootsquare/contract/lib/mentions'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { blockedEitherWay, isListed } from './visibility.ts'

/** Selects the ids of the members that a text mentions with `@`, in its order, without members behind a block. */
export function mentionedIn(writer: Viewer, text: string): RawBuilder<number[]> {
  const names = mentionsIn(text)
  if (names.length === 0) return sql`'{}'::bigint[]`
  return sql`array(
    select members.id from unnest(${names}::text[]) with ordinality as written (name, place)
      join members on lower(username) = name
    where ${isListed(writer)} order by place)`
}

/** Selects the members of `ids` whom the reader may see, or null where there are none. Visitors see no profiles. */
export function mentionsFor(
  reader: { id: number | RawBuilder<number> } | null,
  ids: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (reader === null) return sql`null::json`
  return sql`case when ${ids} <> '{}' then (
    select json_agg(json_build_object('id', named.id, 'username', named.username) order by place)
    from unnest(${ids}) with ordinality as mentioned (id, place) join members named on named.id = mentioned.id
    where named.verified_at is not null and named.banned_at is null
      and named.id <> all(array(${blockedEitherWay(reader)}))
  ) end`
}

/** Selects the mentions in the statement that writes the text. A text without mentions needs no lookup. */
export const mentionsOfNew = (reader: { id: number }, text: string, ids: RawBuilder<unknown>) =>
  mentionsFor(mentionsIn(text).length > 0 ? reader : null, ids)

type WithMentions = { mentions: { id: number }[] }

/** Notifies the members that an edited text mentions now, and those that it no longer mentions. */
export function announceMentions(
  { bus }: Pick<Deps, 'bus'>,
  before: WithMentions,
  after: WithMentions,
): void {
  bus.notificationsChanged([...new Set([...before.mentions, ...after.mentions].map(({ id }) => id))])
}
