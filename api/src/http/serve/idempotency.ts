import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { transact, type Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { toApiError } from '#api/http/errors.ts'
import { conflict, invalid, type ApiError } from '#api/http/api-error.ts'
import type { ServedEndpoint } from './policy.ts'

/** A response. With `isStored` it is that of an earlier call with the same key, and the handler did not run. */
export type HttpResponse = { status: number; body: string; isStored?: boolean }

type KeyedCall = { memberId: number; key: string; fingerprint: Buffer }

type Work = (db: Db) => Promise<string>

/** Runs the handler, or returns the stored response of an earlier call with the same Idempotency-Key. */
export async function runIdempotent(
  deps: Deps,
  { isIdempotent, callsOutside }: ServedEndpoint,
  request: FastifyRequest,
  work: Work,
): Promise<HttpResponse> {
  const { viewer } = request
  const key = isIdempotent && viewer ? keyOf(request) : undefined
  if (!viewer || key === undefined) return { status: 200, body: await work(deps.db) }
  const call = { memberId: viewer.id, key, fingerprint: fingerprintOf(request) }
  try {
    return await (callsOutside ? runOutsideTransaction(deps, call, work) : runInTransaction(deps, call, work))
  } catch (error) {
    return (await findStoredResponse(deps, call, error)) ?? Promise.reject(error)
  }
}

/**
 * Writes the work and the key's row in one transaction, so that a crash leaves both or neither. The row comes last, because
 * nearly every key is new: a repeated call does the work, waits for the first call at that row, and is rolled back.
 */
async function runInTransaction(deps: Deps, call: KeyedCall, work: Work): Promise<HttpResponse> {
  const { db, clock } = deps
  try {
    return await transact(db, async (tx) => {
      const response = { status: 200, body: await work(tx) }
      await insertKey(call, response, clock.now()).execute(tx)
      return response
    })
  } catch (error) {
    if (isKeyTaken(error) && (await deleteExpired(db, call, clock.now())))
      return runInTransaction(deps, call, work)
    throw error
  }
}

const isKeyTaken = (error: unknown) =>
  error instanceof pg.DatabaseError && error.constraint === 'idempotency_keys_pkey'

/**
 * Runs handlers that call another program, which must not happen inside a transaction. Two calls at the same time both run,
 * so the handler must be safe to run twice. Later calls get the first stored response.
 */
async function runOutsideTransaction(
  { db, clock }: Deps,
  call: KeyedCall,
  work: Work,
): Promise<HttpResponse> {
  const stored = await findStored(db, call, clock.now())
  if (stored) return stored
  const response = { status: 200, body: await work(db) }
  await store(db, call, response, clock.now())
  return response
}

/**
 * Returns the response of an earlier call with the same key. It is also the response to a repeated call that failed because
 * the first one succeeded. An error of the first call is stored, because its transaction was rolled back.
 */
async function findStoredResponse(
  { db, clock }: Deps,
  call: KeyedCall,
  error: unknown,
): Promise<HttpResponse | null> {
  const apiError = toApiError(error)
  if (apiError && isFinal(apiError)) {
    const response = { status: apiError.status, body: JSON.stringify(apiError.toBody()) }
    if (await store(db, call, response, clock.now())) return null
  }
  return findStored(db, call, clock.now())
}

/** Returns whether a retry would meet the same error. Server faults, rate limits and ended sessions are not stored. */
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

/** Hashes the parsed request, so that spaces or the order of JSON keys make no difference. */
function fingerprintOf({ method, routeOptions, params, body }: FastifyRequest): Buffer {
  return hash('sha256', JSON.stringify([method, routeOptions.url, params, body ?? null]), 'buffer')
}

const mismatch = 'IDEMPOTENCY_MISMATCH'
export const storedHours = 24

async function findStored(db: Db, call: KeyedCall, now: Date): Promise<HttpResponse | null> {
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

/** Inserts the key's row, or takes over an expired one. Returns false if another call has stored its response. */
async function store(db: Db, call: KeyedCall, response: HttpResponse, now: Date): Promise<boolean> {
  const { rows } = await sql`
    ${insertKey(call, response, now)}
    on conflict (member_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
      answer = excluded.answer, created_at = excluded.created_at
      where stored.created_at < ${inHours(now, -storedHours)}
    returning true`.execute(db)
  return rows.length > 0
}

const insertKey = (
  { memberId, key, fingerprint }: KeyedCall,
  { status, body }: HttpResponse,
  now: Date,
) => sql`
  insert into idempotency_keys as stored (member_id, key, fingerprint, status, answer, created_at)
  values (${memberId}, ${key}, ${fingerprint}, ${status}, ${body}, ${now})`

async function deleteExpired(db: Db, { memberId, key }: KeyedCall, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('member_id', '=', memberId)
    .where('key', '=', key)
    .where('created_at', '<', inHours(now, -storedHours))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
