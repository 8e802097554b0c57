import { sql } from 'kysely'
import type { Login } from '@rootsquare/contract/accounts'
import type { LimitName } from '@rootsquare/contract/lib/limits'
import { transact } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { countedName, uncountCall, limit } from '#api/http/auth/rate-limits.ts'
import { forbidden, invalid } from '#api/http/api-error.ts'
import { rejectLockedOut } from '#api/http/auth/viewer.ts'
import { isFamiliarAddress, rememberAddress } from '#api/domain/familiar-addresses.ts'
import { isCorrectPassword } from '#api/features/accounts/password/password-hash.ts'
import { lockPassword, startSession } from './sessions.ts'

export async function login(deps: Deps, credentials: Login, address: string) {
  const now = deps.clock.now()
  const member = await checkCredentials(deps, credentials, address)
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

/**
 * Returns the member with this name and password. Everything else has the same answer after the same work, and counts as a
 * guess.
 */
export async function checkCredentials(deps: Deps, { username, userSecret }: Login, address: string) {
  const member = await findMember(deps, username, address)
  const guesses = await countGuess(deps, { username, address, isFamiliar: member?.is_familiar ?? false })
  const matches = await isCorrectPassword(member?.password_hash, userSecret).catch(async (error: unknown) => {
    // A log-in that is rejected because of too many at once is not a guess.
    await guesses.takeBack()
    throw error
  })
  if (!matches || !member) throw badCredentials()
  await guesses.takeBack()
  return member
}

export const badCredentials = () => invalid('Wrong username or password.', 'BAD_CREDENTIALS')

async function findMember(deps: Deps, username: string, address: string) {
  const column = username.includes('@') ? sql`lower(email)` : sql`lower(username)`
  return deps.db
    .selectFrom('members')
    .select(['id', 'role', 'password_hash', 'verified_at'])
    .select(['banned_at', 'ban_reason', 'suspended_until', 'suspension_reason'])
    .select(isFamiliarAddress(deps, address).as('is_familiar'))
    .where(column, '=', username.toLowerCase())
    .executeTakeFirst()
}

/**
 * Counts the attempt as a wrong password until it turns out to be right (decision 2). Addresses that are unknown to the
 * account share one count for it, and one count each for all accounts. An address from which the member has logged in has
 * its own count for this account alone: thousands of people may share it, and none of them can lock the member out by
 * guessing at other names. The name is used as typed, because a count shared by username and email address would reveal
 * which belong together.
 */
async function countGuess(deps: Deps, { username, address, isFamiliar }: Guess) {
  const name = countedName(username)
  const keys: [LimitName, string][] = isFamiliar
    ? [['loginAccount', `${name}@${address}`]]
    : [
        ['loginAccount', name],
        ['login', address],
      ]
  const counted: typeof keys = []
  const takeBack = async () => {
    for (const [limitName, key] of counted) await uncountCall(deps, limitName, key)
  }
  for (const [limitName, key] of keys) {
    await limit(deps, limitName, key).catch(async (error: unknown) => {
      // No password was compared, so it does not count for the account either.
      await takeBack()
      throw error
    })
    counted.push([limitName, key])
  }
  return { takeBack }
}

type Guess = { username: string; address: string; isFamiliar: boolean }
