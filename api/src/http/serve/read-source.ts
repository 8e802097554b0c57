import type { FastifyRequest } from 'fastify'
import type { Deps } from '#api/deps.ts'
import { sqlState, type Db } from '#api/db/db.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { ServedEndpoint } from './policy.ts'

/** Tells where a call reads: in the replica if there is one, else in the primary. `isNewest` also bypasses stored responses. */
export type ReadSource = { replica?: Db; isNewest?: boolean }

/** Chooses the source for a call. A member who has just written, on any node, reads from the primary. */
export async function sourceFor(
  deps: Deps,
  endpoint: ServedEndpoint,
  request: Pick<FastifyRequest, 'headers' | 'viewer' | 'params' | 'query'>,
): Promise<ReadSource> {
  // The web app sends this after a change.
  if (request.headers['cache-control'] === 'no-cache') return { isNewest: true }
  const replica = deps.replica && mayLag(endpoint, request) ? deps.replica.db() : undefined
  if (!replica) return {}
  const isWriter = request.viewer && (await deps.replica?.recentWrites.has(request.viewer.id))
  return isWriter ? { isNewest: true } : { replica }
}

function mayLag(
  { method, mayLag }: ServedEndpoint,
  { viewer, params, query }: Pick<FastifyRequest, 'viewer' | 'params' | 'query'>,
): boolean {
  if (method !== 'GET') return false
  if (mayLag === 'visitors') return viewer === null
  const userId = idIn(query, 'userId')
  const memberId = mayLag === 'others' ? (idIn(params, 'id') ?? userId) : userId
  if (memberId !== undefined && memberId === viewer?.id) return false
  return mayLag === true || (mayLag === 'others' && memberId !== undefined)
}

function idIn(part: unknown, name: string): unknown {
  if (typeof part !== 'object' || part === null) return undefined
  return Object.entries(part).find(([key]) => key === name)?.[1]
}

/** Reads from the source, and again from the primary if the replica could not answer. */
export async function readFrom<T>(
  { replica }: ReadSource,
  deps: Deps,
  read: (deps: Deps) => Promise<T>,
): Promise<T> {
  if (!replica) return read(deps)
  try {
    return await read({ ...deps, db: replica })
  } catch (error) {
    if (!canPrimaryHelp(error)) throw error
    // The error is not logged as `err`, because the log would conclude from it that the primary is down.
    if (!(error instanceof ApiError)) deps.log.warn({ reason: String(error) }, 'the replica failed in a read')
    return read(deps)
  }
}

const queryCanceled = '57014'

/**
 * Returns whether the primary could succeed. A row that was not found may be new. Other errors of ours are responses. A
 * statement that takes too long would do so on the primary too. Any other error, such as a lost connection or a conflict with
 * changes that are being applied, comes from the replica.
 */
function canPrimaryHelp(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 404
  return sqlState(error) !== queryCanceled || !String(error).includes('statement timeout')
}

export const mayWrite = ({ method, writesNothing }: ServedEndpoint) => method !== 'GET' && !writesNothing

/** A longer write is recorded again at its end, because the first record may have expired by then. */
const longWriteMs = 1000

/**
 * Records that the viewer writes, so that their next calls, on any node, read from the primary. It takes no extra time, and
 * counts whatever the result is: a call that failed or lost its client may have written too.
 */
export async function recordWrite<T>(
  { replica }: Deps,
  endpoint: ServedEndpoint,
  { viewer }: FastifyRequest,
  write: () => Promise<T>,
): Promise<T> {
  if (!replica || !viewer || !mayWrite(endpoint)) return write()
  const { recentWrites } = replica
  const startedAt = performance.now()
  const recorded = recentWrites.add(viewer.id)
  try {
    return await write()
  } finally {
    await recorded
    if (performance.now() - startedAt > longWriteMs) await recentWrites.add(viewer.id)
  }
}
