import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '@rootsquare/contract/endpoint'
import { transact } from '#api/db/db.ts'
import type { Db, Tx } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { toApiError } from '#api/http/errors.ts'
import { conflict, invalid } from '#api/http/api-error.ts'
import type { ApiError } from '#api/http/api-error.ts'

/** `isRepeated`: kept from the first time, and nothing was done now. */
export type Answer = { status: number; body: string; isRepeated?: boolean }

type Call = { memberId: number; key: string; fingerprint: Buffer }

type Work = (db: Db) => Promise<string>

/** Does the work, or gives the answer that the caller's key has got before. */
export async function answerTo(
  deps: Deps,
  { isIdempotent }: Endpoint,
  request: FastifyRequest,
  work: Work,
): Promise<Answer> {
  const { viewer } = request
  const key = isIdempotent && viewer ? keyOf(request) : undefined
  if (!viewer || key === undefined) return { status: 200, body: await work(deps.db) }
  const call = { memberId: viewer.id, key, fingerprint: fingerprintOf(request) }
  try {
    return await (isIdempotent === 'outside' ? onceOutside(deps, call, work) : once(deps, call, work))
  } catch (error) {
    const refusal = toApiError(error)
    if (refusal && isLasting(refusal)) await keepRefusal(deps, call, refusal)
    throw error
  }
}

/**
 * Once per key. The key's row is written in the same transaction as the work, so both are there or neither, wherever
 * the process dies; a second call with the key waits on that row and then gets the first one's answer.
 */
function once(deps: Deps, call: Call, work: Work): Promise<Answer> {
  return transact(deps.db, async (tx) => {
    const known = await take(tx, call, deps.clock.now())
    if (known) return known
    const answer = { status: 200, body: await work(tx) }
    await keep(tx, call, answer)
    return answer
  })
}

/**
 * For a deed that bears being done twice and must not have a transaction around it: of two calls at once each is answered by
 * its own doing, and from the first answer on the key has that one.
 */
async function onceOutside({ db, clock }: Deps, call: Call, work: Work): Promise<Answer> {
  const known = await kept(db, call, clock.now())
  if (known) return known
  const answer = { status: 200, body: await work(db) }
  await claim(db, call, { status: 200, answer: answer.body, created_at: clock.now() })
  return answer
}

/** A no that would be a no again. Faults pass, and so does having come too often, or with a session that has ended. */
function isLasting({ status, code }: ApiError): boolean {
  return status < 500 && status !== 429 && status !== 401 && code !== mismatch
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid('The Idempotency-Key must be 1 to 255 printable characters without spaces.')
  }
  return key
}

/** What the call asks for. All was read by its schemas already, so spelling differences do not count. */
function fingerprintOf({ method, routeOptions, params, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, routeOptions.url, params, body ?? null]))
    .digest()
}

const mismatch = 'IDEMPOTENCY_MISMATCH'
export const storedHours = 24

/** The answer kept under this key, or null when the key is now ours. */
async function take(tx: Tx, call: Call, now: Date): Promise<Answer | null> {
  const isOurs = await claim(tx, call, { status: null, answer: null, created_at: now })
  return isOurs ? null : kept(tx, call, now)
}

async function kept(db: Db, call: Call, now: Date): Promise<Answer | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'answer'])
    .where('member_id', '=', call.memberId)
    .where('key', '=', call.key)
    .where('created_at', '>=', inHours(now, -storedHours))
    .executeTakeFirst()
  if (!row) return null
  if (!row.fingerprint.equals(call.fingerprint)) {
    throw conflict('This Idempotency-Key was used for something else.', mismatch)
  }
  return { status: row.status ?? 500, body: row.answer ?? '', isRepeated: true }
}

type Kept = { status: number | null; answer: string | null; created_at: Date }

/**
 * Writes the key's row, or takes over one that has run out. False: somebody has it. Whoever holds it may take as long as a
 * statement may: waiting for that is the point, and what comes after it waits no longer than elsewhere.
 */
async function claim(db: Db, { memberId, key, fingerprint }: Call, row: Kept): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys as kept (member_id, key, fingerprint, status, answer, created_at)
    select ${memberId}::bigint, ${key}, ${fingerprint}::bytea, ${row.status}::integer, ${row.answer},
      ${row.created_at}::timestamptz from (select set_config('lock_timeout', '5s', true)) patience
    on conflict (member_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
      answer = excluded.answer, created_at = excluded.created_at
      where kept.created_at < ${inHours(row.created_at, -storedHours)}
    returning set_config('lock_timeout', '2s', true)`.execute(db)
  return rows.length > 0
}

async function keep(tx: Tx, call: Call, answer: Answer): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status: answer.status, answer: answer.body })
    .where('member_id', '=', call.memberId)
    .where('key', '=', call.key)
    .execute()
}

/** The work was rolled back and the key with it; the refusal is kept so that the same key gets the same no. */
async function keepRefusal({ db, clock }: Deps, call: Call, refusal: ApiError): Promise<void> {
  const answer = JSON.stringify(refusal.toBody())
  await claim(db, call, { status: refusal.status, answer, created_at: clock.now() })
}
