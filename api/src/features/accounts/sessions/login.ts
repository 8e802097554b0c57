import { sql } from 'kysely'
import type { Login } from '@rootsquare/contract/accounts'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { countedName, uncountCall, limit } from '#api/http/auth/rate-limits.ts'
import { forbidden, invalid } from '#api/http/api-error.ts'
import { rejectLockedOut } from '#api/http/auth/viewer.ts'
import { hashAddress, rememberAddress } from '#api/domain/familiar-addresses.ts'
import { isCorrectPassword } from '#api/features/accounts/password/password-hash.ts'
import { lockPassword, startSession } from './sessions.ts'

export async function login(deps: Deps, { username, userSecret }: Login, address: string) {
  const now = deps.clock.now()
  const member = await findMember(deps, username, address)
  const guesses = guessesKey(username, address, member)
  await limit(deps, 'loginAccount', guesses)
  const matches = await isCorrectPassword(member?.password_hash, userSecret).catch(async (error: unknown) => {
    // A log-in that is rejected because of too many at once is not a guess.
    await uncountCall(deps, 'loginAccount', guesses)
    throw error
  })
  if (!matches || !member) throw badCredentials()
  await uncountCall(deps, 'loginAccount', guesses)
  if (member.verified_at === null)
    throw forbidden('Please verify your email address first.', 'EMAIL_NOT_VERIFIED')
  rejectLockedOut(member, now)
  return transact(deps.db, async (tx) => {
    if ((await lockPassword(tx, member.id)) !== member.password_hash) throw badCredentials()
    await tx.insertInto('logins').values({ member_id: member.id, created_at: now }).execute()
    await rememberAddress(tx, member.id, { address, secret: deps.jwtSecret, now })
    return startSession(deps, tx, member)
  })
}

const badCredentials = () => invalid('Wrong username or password.', 'BAD_CREDENTIALS')

async function findMember({ db, jwtSecret }: Deps, username: string, address: string) {
  const column = username.includes('@') ? sql`lower(email)` : sql`lower(username)`
  return db
    .selectFrom('members')
    .leftJoin('familiar_addresses', (join) =>
      join.onRef('member_id', '=', 'members.id').on('address_hash', '=', hashAddress(address, jwtSecret)),
    )
    .select(['members.id', 'role', 'password_hash', 'verified_at', 'seen_at'])
    .select(['banned_at', 'ban_reason', 'suspended_until', 'suspension_reason'])
    .where(column, '=', username.toLowerCase())
    .executeTakeFirst()
}

/**
 * Returns the key under which wrong passwords are counted (decision 2). Unknown addresses share one count per account. An
 * address from which the member has logged in has its own count, so that strangers cannot lock the member out. The name is
 * used as typed, because a count shared by username and email address would reveal which belong together.
 */
function guessesKey(
  username: string,
  address: string,
  member: { id: number; seen_at: Date | null } | undefined,
): string {
  const name = countedName(username)
  return member?.seen_at ? `${name}@${address}` : name
}
