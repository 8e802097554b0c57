import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { limit } from '#api/http/auth/rate-limits.ts'
import { invalid } from '#api/http/api-error.ts'
import { inHours } from '#api/ports/clock/clock.ts'

type CodeKind = 'verify' | 'reset'

const hoursValid = { verify: 24, reset: 1 } as const

const hashOf = (code: string) => createHash('sha256').update(code).digest()

type Receiver = { id: number; email: string }

/**
 * Creates a code for a mail. Only its hash is stored. Returns null if the member has another address by now: whoever reads
 * the mail would otherwise verify an address that is not theirs.
 */
export async function createCode(
  db: Db,
  kind: CodeKind,
  { id, email }: Receiver,
  now: Date,
): Promise<string | null> {
  const code = randomBytes(32).toString('base64url')
  const { rows } = await sql`
    insert into codes (code_hash, member_id, kind, created_at, expires_at)
    select ${hashOf(code)}, id, ${kind}, ${now}, ${inHours(now, hoursValid[kind])}
    from members where id = ${id} and email = ${email} for share
    returning member_id`.execute(db)
  return rows.length === 0 ? null : code
}

/**
 * Rejects a code that `useCode` would reject, before anything is done for it. Wrong codes alone are counted, and by
 * address, so whoever shares one with a guesser can still use the code from the mail.
 */
export async function rejectWrongCode(
  deps: Deps,
  kind: CodeKind,
  code: string,
  address: string,
): Promise<void> {
  const found = await validCodes(deps.db, kind, code, deps.clock.now()).executeTakeFirst()
  if (found) return
  await limit(deps, 'code', address)
  throw invalidCode()
}

/**
 * Returns the member of a code. A code works once, and all codes of its kind are deleted with it. It is one statement, so
 * that two codes used at once do not wait for each other.
 */
export async function useCode(tx: Tx, kind: CodeKind, code: string, now: Date): Promise<number> {
  const deleted = await tx
    .deleteFrom('codes')
    .where('kind', '=', kind)
    .where('member_id', '=', validCodes(tx, kind, code, now))
    .returning(['member_id', 'code_hash'])
    .execute()
  const hash = hashOf(code)
  const used = deleted.find(({ code_hash }) => hash.equals(code_hash))
  if (!used) throw invalidCode()
  return used.member_id
}

const validCodes = (db: Db, kind: CodeKind, code: string, now: Date) =>
  db
    .selectFrom('codes')
    .select('member_id')
    .where('code_hash', '=', hashOf(code))
    .where('kind', '=', kind)
    .where('expires_at', '>', now)

const invalidCode = () => invalid('This link is no longer valid. Please ask for a new one.', 'INVALID_CODE')
