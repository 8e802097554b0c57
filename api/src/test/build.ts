import { startSession } from '#api/features/accounts/sessions.ts'
import { hashPassword } from '#api/features/accounts/passwords.ts'
import type { Role } from '@rootsquare/contract/roles'
import type { Insertable } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { TestApp } from './test-app.ts'

export const password = 'Correct#1horse'
let passwordHash: Promise<string> | undefined
let number = 0

type Given = Partial<Insertable<Tables['members']>>

/** A verified member in a group, signed in. */
export async function buildMember(app: TestApp, given: Given = {}) {
  passwordHash ??= hashPassword(password)
  number += 1
  const now = app.clock.now()
  const group = await app.deps.db.selectFrom('groups').select('id').where('slug', '=', 'yoruba').executeTakeFirstOrThrow()
  const member = await app.deps.db
    .insertInto('members')
    .values({
      username: `member${number}.${process.pid}`,
      email: `member${number}.${process.pid}@example.com`,
      password_hash: await passwordHash,
      firstname: `First${number}`,
      lastname: `Last${number}`,
      group_id: group.id,
      verified_at: now,
      created_at: now,
      ...given,
    })
    .returning(['id', 'username', 'email', 'role', 'group_id'])
    .executeTakeFirstOrThrow()
  if (member.group_id !== null && given.verified_at !== null) {
    const joined = { group_id: member.group_id, member_id: member.id, joined_at: now }
    await app.deps.db.insertInto('memberships').values(joined).execute()
  }
  return { ...member, password, token: await buildToken(app, member) }
}

export async function buildToken(app: TestApp, member: { id: number; role: Role }): Promise<string> {
  const session = await startSession(app.deps, app.deps.db, member)
  return session.access_token
}
