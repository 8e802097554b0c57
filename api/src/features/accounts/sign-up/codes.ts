import { createHash, randomBytes } from 'node:crypto'
import type { Db, Tx } from '#api/db/db.ts'
import { invalid } from '#api/http/api-error.ts'
import { inHours } from '#api/ports/clock/clock.ts'

type Kind = 'verify' | 'reset'

const hoursValid = { verify: 24, reset: 1 } as const

const hashOf = (code: string) => createHash('sha256').update(code).digest()

/** Creates a code for a mail. Only its hash is stored. */
export async function makeCode(db: Db, kind: Kind, memberId: number, now: Date): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await db
    .insertInto('codes')
    .values({
      code_hash: hashOf(code),
      member_id: memberId,
      kind,
      created_at: now,
      expires_at: inHours(now, hoursValid[kind]),
    })
    .execute()
  return code
}

/**
 * Returns the member of a code. It works once, and deletes the member's other codes of its kind: in one statement, so that
 * two codes that are used at once do not wait for each other.
 */
export async function useCode(tx: Tx, kind: Kind, code: string, now: Date): Promise<number> {
  const hash = hashOf(code)
  const ofMember = tx
    .selectFrom('codes')
    .select('member_id')
    .where('code_hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
  const deleted = await tx
    .deleteFrom('codes')
    .where('kind', '=', kind)
    .where('member_id', '=', ofMember)
    .returning(['member_id', 'code_hash'])
    .execute()
  const used = deleted.find(({ code_hash }) => hash.equals(code_hash))
  if (!used) throw invalid('This link is no longer valid. Please ask for a new one.', 'INVALID_CODE')
  return used.member_id
}
