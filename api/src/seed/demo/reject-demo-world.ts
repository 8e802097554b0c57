import { sql } from 'kysely'
import type { Deps } from '#api/deps.ts'
import { isCorrectPassword } from '#api/features/accounts/password/password-hash.ts'
import { BadSetting } from '#api/settings.ts'
import { readDemo } from '../seed-files.ts'
import { demoPassword } from './demo.ts'

/**
 * Stops the start if a member of the demo world still has the password that the README contains. A super admin is among
 * them, so such a database is only for this machine, also once DEMO is 0.
 */
export async function rejectDemoWorld({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  const { members } = await readDemo()
  const usernames = members.map(({ username }) => username.toLowerCase())
  const found = await db
    .selectFrom('members')
    .select('password_hash')
    .distinct()
    .where(sql`lower(username)`, 'in', usernames)
    .execute()
  for (const { password_hash } of found) {
    if (!(await isCorrectPassword(password_hash, demoPassword))) continue
    const name = settings.isEmbedded ? 'DATA_DIR to a new folder' : 'DATABASE_URL to an empty database'
    throw new BadSetting(
      `The database contains the demo world, whose log-ins are public: set ${name}, or HOST and PUBLIC_URL to loopback (localhost, 127.0.0.1, ::1).`,
    )
  }
}
