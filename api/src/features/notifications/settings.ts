import { sql } from 'kysely'
import { NotificationSettings, settingKinds } from '@rootsquare/contract/notifications'
import type { SettingKind, updateNotificationSettings as endpoint } from '@rootsquare/contract/notifications'
import type { BodyOf } from '@rootsquare/contract/lib/endpoint'
import { transact, type Db } from '#api/db/db.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

type Switches = { inApp: boolean; push: boolean; mail: boolean }

const allOn: Switches = { inApp: true, push: true, mail: true }

export async function getNotificationSettings(db: Db, { id }: Viewer): Promise<NotificationSettings> {
  const changed = await db
    .selectFrom('notification_settings')
    .select(['kind', 'in_app as inApp', 'push', 'mail'])
    .where('member_id', '=', id)
    .execute()
  const switchesOf = (wanted: SettingKind) => {
    const { inApp, push, mail } = changed.find(({ kind }) => kind === wanted) ?? allOn
    return { inApp, push, mail }
  }
  // Messages are in no list, and the schema leaves out their `inApp`.
  return NotificationSettings.parse({
    kinds: Object.fromEntries(settingKinds.map((kind) => [kind, switchesOf(kind)])),
  })
}

export async function updateNotificationSettings(
  db: Db,
  viewer: Viewer,
  { kinds }: BodyOf<typeof endpoint>,
): Promise<NotificationSettings> {
  const changes = settingKinds.flatMap((kind) => {
    const switches = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    return switches ? [{ kind, ...switches }] : []
  })
  await writeChanges(db, viewer, changes)
  return getNotificationSettings(db, viewer)
}

type Change = { kind: SettingKind } & Partial<Switches>

/**
 * Writes the changes. The second statement changes the stored row, so that two calls with different switches both take
 * effect.
 */
async function writeChanges(db: Db, viewer: Viewer, changes: Change[]): Promise<void> {
  const kinds = sql`${changes.map(({ kind }) => kind)}::notification_kind[]`
  const column = (name: keyof Switches) => sql`${changes.map((change) => change[name] ?? null)}::boolean[]`
  await transact(db, async (tx) => {
    await sql`
      insert into notification_settings (member_id, kind)
      select ${viewer.id}, kind from unnest(${kinds}) as kind order by kind
      on conflict do nothing`.execute(tx)
    await sql`
      update notification_settings as stored
      set in_app = coalesce(wanted.in_app, stored.in_app), push = coalesce(wanted.push, stored.push),
        mail = coalesce(wanted.mail, stored.mail)
      from unnest(${kinds}, ${column('inApp')}, ${column('push')}, ${column('mail')})
        as wanted (kind, in_app, push, mail)
      where member_id = ${viewer.id} and stored.kind = wanted.kind`.execute(tx)
  })
}
