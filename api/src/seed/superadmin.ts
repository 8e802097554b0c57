import { sql } from 'kysely'
import { z } from 'zod'
import { Email, NewPassword, SpelledUsername } from '@rootsquare/contract/lib/fields'
import { transact, type Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { hashPassword } from '#api/features/accounts/password/password-hash.ts'
import { makePassword } from '#api/features/accounts/password/make-password.ts'
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

/** Nobody receives mail here, so a lost password could not be reset. Only where just this machine is served that is enough. */
const placeholderEmail = 'superadmin@localhost'

/**
 * Creates a super admin if there is none. Returns the log-in if the password was generated here, so that it is printed once.
 */
export async function seedSuperadmin({
  db,
  clock,
  settings,
}: Seeding): Promise<{ username: string; password: string } | null> {
  const superadmin = readSuperadmin(settings.superadmin)
  if (await hasSuperadmin(db, superadmin)) {
    if (settings.hasPublicUrl) await rejectPlaceholder(db)
    return null
  }
  if (settings.hasPublicUrl && superadmin.email === undefined) throw new BadSetting(missingEmail)
  const username = superadmin.username ?? 'superadmin'
  const email = superadmin.email ?? placeholderEmail
  const password = superadmin.password ?? makePassword()
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

const missingEmail =
  'SUPERADMIN_EMAIL is missing: with a public PUBLIC_URL the super admin needs an address that mails reach, or a lost password would lock everybody out, so set it (and SUPERADMIN_USERNAME and SUPERADMIN_PASSWORD, if you like).'

/** Rejects a database in which no super admin can get mail, as earlier versions made it. The command line gives one an address. */
async function rejectPlaceholder(db: Db): Promise<void> {
  const superadmins = await db
    .selectFrom('members')
    .select(['username', 'email'])
    .where('role', '=', 'SUPERADMIN')
    .orderBy('id')
    .execute()
  const [first] = superadmins
  if (!first || superadmins.some(({ email }) => !isSame(email, placeholderEmail))) return
  throw new BadSetting(
    `PUBLIC_URL is public, but the super admin ${first.username} has no address that mails reach: run "npm run admin -- set-email ${first.username} <address>" (in the image "node admin.mjs set-email ${first.username} <address>"), and reset-password too if the password is lost.`,
  )
}

const isSame = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase()
