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

/** `isStored`: the response of an earlier call with the same key. The handler did not run. */
export type HttpAnswer = { status: number; body: string; isStored?: boolean }

type KeyedCall = { memberId: number; key: string; fingerprint: Buffer }

type Work = (db: Db) => Promise<string>

/** Runs the handler, or returns the stored response of an earlier call with the same Idempotency-Key. */
export async function runIdempotent(
  deps: Deps,
  { isIdempotent }: Endpoint,
  request: FastifyRequest,
  work: Work,
): Promise<HttpAnswer> {
  const { viewer } = request
  const key = isIdempotent && viewer ? keyOf(request) : undefined
  if (!viewer || key === undefined) return { status: 200, body: await work(deps.db) }
  const call = { memberId: viewer.id, key, fingerprint: fingerprintOf(request) }
  try {
    return await (isIdempotent === 'outside' ? onceOutside(deps, call, work) : once(deps, call, work))
  } catch (error) {
    const apiError = toApiError(error)
    if (apiError && isFinal(apiError)) await saveError(deps, call, apiError)
    throw error
  }
}

/**
 * The key's row and the work are written in one transaction, so that a crash leaves both or neither. A second call with the
 * same key waits for the lock on that row, and then gets the stored response of the first.
 */
function once(deps: Deps, call: KeyedCall, work: Work): Promise<HttpAnswer> {
  return transact(deps.db, async (tx) => {
    const stored = await claimOrFindStored(tx, call, deps.clock.now())
    if (stored) return stored
    const answer = { status: 200, body: await work(tx) }
    await saveAnswer(tx, call, answer)
    return answer
  })
}

/**
 * For handlers that call another program, which must not happen inside a transaction. Two calls at the same time both run,
 * so the handler must be safe to run twice; later calls get the first stored response.
 */
async function onceOutside({ db, clock }: Deps, call: KeyedCall, work: Work): Promise<HttpAnswer> {
  const stored = await findStored(db, call, clock.now())
  if (stored) return stored
  const answer = { status: 200, body: await work(db) }
  await claim(db, call, { status: 200, answer: answer.body, created_at: clock.now() })
  return answer
}

/** Only errors that a retry would meet again are stored: no server faults, no rate limits, no ended sessions. */
function isFinal({ status, code }: ApiError): boolean {
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

/** Hashes the parsed request, so that differences in spelling (spaces, order of JSON keys) do not count. */
function fingerprintOf({ method, routeOptions, params, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, routeOptions.url, params, body ?? null]))
    .digest()
}

const mismatch = 'IDEMPOTENCY_MISMATCH'
export const storedHours = 24

/** Returns null when this call now owns the key. */
async function claimOrFindStored(tx: Tx, call: KeyedCall, now: Date): Promise<HttpAnswer | null> {
  const isOurs = await claim(tx, call, { status: null, answer: null, created_at: now })
  return isOurs ? null : findStored(tx, call, now)
}

async function findStored(db: Db, call: KeyedCall, now: Date): Promise<HttpAnswer | null> {
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
  return { status: row.status ?? 500, body: row.answer ?? '', isStored: true }
}

type StoredAnswer = { status: number | null; answer: string | null; created_at: Date }

/**
 * Inserts the key's row, or takes over an expired one. Returns false if another call owns the key. The lock timeout is raised
 * for this statement only, because the first call may hold the row for as long as a statement may take.
 */
async function claim(db: Db, { memberId, key, fingerprint }: KeyedCall, row: StoredAnswer): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys as stored (member_id, key, fingerprint, status, answer, created_at)
    select ${memberId}::bigint, ${key}, ${fingerprint}::bytea, ${row.status}::integer, ${row.answer},
      ${row.created_at}::timestamptz from (select set_config('lock_timeout', '5s', true)) timeout
    on conflict (member_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
      answer = excluded.answer, created_at = excluded.created_at
      where stored.created_at < ${inHours(row.created_at, -storedHours)}
    returning set_config('lock_timeout', '2s', true)`.execute(db)
  return rows.length > 0
}

async function saveAnswer(tx: Tx, { memberId, key }: KeyedCall, answer: HttpAnswer): Promise<void> {
  await sql`
    update idempotency_keys set status = ${answer.status}, answer = ${answer.body}
    where member_id = ${memberId} and key = ${key}`.execute(tx)
}

/** The transaction was rolled back with the key's row. Storing the error gives a repeated call the same response. */
async function saveError({ db, clock }: Deps, call: KeyedCall, error: ApiError): Promise<void> {
  const answer = JSON.stringify(error.toBody())
  await claim(db, call, { status: error.status, answer, created_at: clock.now() })
}
