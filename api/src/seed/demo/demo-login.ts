import type { Deps } from '#api/deps.ts'
import { isCorrectPassword } from '#api/features/accounts/password/password-hash.ts'
import type { DemoLogin } from '#api/http/page/page.ts'
import { demoLogins, demoPassword } from './demo.ts'

/**
 * Returns the log-in that the sign-in page offers in one press: that of a member of the demo data, whose password the README
 * contains. There is none where others could open the server, nor without the demo data.
 */
export async function findDemoLogin({
  db,
  settings,
}: Pick<Deps, 'db' | 'settings'>): Promise<DemoLogin | undefined> {
  const demo = demoLogins.find(({ role }) => role === 'USER')
  if (!settings.isDemo || !settings.isLocal || !demo) return undefined
  const member = await db
    .selectFrom('members')
    .select(['username', 'firstname', 'password_hash'])
    .where('username', '=', demo.username)
    .executeTakeFirst()
  if (!member || !(await isCorrectPassword(member.password_hash, demoPassword))) return undefined
  return { name: member.firstname, username: member.username, password: demoPassword }
}
