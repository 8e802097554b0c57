import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { Email, NewPassword, SpelledUsername } from '@rootsquare/contract/lib/fields'
import { transact, type Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { hashPassword } from '#api/features/accounts/password/password-hash.ts'
import { BadSetting } from '#api/settings.ts'
import { demoSuperadmin } from './demo/demo.ts'
import { lockForSeeding } from './seeding-lock.ts'

const Superadmin = z.object({
  // The operator may use the names that are reserved at sign-up.
  username: SpelledUsername.optional(),
  email: Email.optional(),
  password: NewPassword.optional(),
})
type Superadmin = z.output<typeof Superadmin>

type Seeding = Pick<Deps, 'db' | 'clock' | 'settings'>

/**
 * Creates a super admin if there is none. Returns the log-in if the password was generated here, so that it is printed once.
 */
export async function seedSuperadmin({
  db,
  clock,
  settings,
}: Seeding): Promise<{ username: string; password: string } | null> {
  const superadmin = readSuperadmin(settings.superadmin)
  if (await hasSuperadmin(db, superadmin)) return null
  const username = superadmin.username ?? 'superadmin'
  const email = superadmin.email ?? 'superadmin@localhost'
  const password = superadmin.password ?? randomPassword()
  const password_hash = await hashPassword(password)
  const now = clock.now()
  const isCreated = await transact(db, async (tx) => {
    await lockForSeeding(tx, 'members')
    if (await hasSuperadmin(tx, superadmin)) return false
    await rejectTaken(tx, username, email)
    const name = { firstname: 'Super', lastname: 'Admin' }
    const member = { username, email, password_hash, ...name, role: 'SUPERADMIN' as const }
    await tx
      .insertInto('members')
      .values({ ...member, verified_at: now, created_at: now })
      .execute()
    return true
  })
  return isCreated && superadmin.password === undefined ? { username, password } : null
}

function readSuperadmin(input: Seeding['settings']['superadmin']): Superadmin {
  const read = Superadmin.safeParse(input)
  if (read.success) return read.data
  const sentences = read.error.issues.map(
    (issue) => `SUPERADMIN_${String(issue.path[0]).toUpperCase()}: ${issue.message}.`,
  )
  throw new BadSetting(sentences.join(' '))
}

/** Checks for a super admin. That of the demo counts only if the operator's settings name no other. */
async function hasSuperadmin(db: Db, superadmin: Superadmin): Promise<boolean> {
  const members = db.selectFrom('members').select('username')
  const superadmins = await members.where('role', '=', 'SUPERADMIN').execute()
  const isConfigured = Object.values(superadmin).some((value) => value !== undefined)
  const counting = isConfigured
    ? superadmins.filter(({ username }) => username !== demoSuperadmin)
    : superadmins
  return counting.length > 0 || superadmins.some(({ username }) => isSame(username, superadmin.username))
}

async function rejectTaken(db: Db, username: string, email: string): Promise<void> {
  const taken = await db
    .selectFrom('members')
    .select(['username', 'email'])
    .where(sql<boolean>`lower(username) = ${username.toLowerCase()} or lower(email) = ${email.toLowerCase()}`)
    .executeTakeFirst()
  if (!taken) return
  const name = isSame(taken.username, username) ? 'SUPERADMIN_USERNAME' : 'SUPERADMIN_EMAIL'
  throw new BadSetting(`${name} is taken by a member who is no super admin. Set another one.`)
}

const isSame = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase()

/** Returns 120 random bits after four characters that fulfil the password rules. */
const randomPassword = () => `Rs7-${randomBytes(15).toString('base64url')}`
