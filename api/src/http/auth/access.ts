import type { FastifyRequest } from 'fastify'
import type { Access, Endpoint } from '@rootsquare/contract/lib/endpoint'
import type { Limit, LimitName } from '@rootsquare/contract/lib/limits'
import { isStaff } from '@rootsquare/contract/lib/roles'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { addressKey, uncountCall, limit, limitOf } from './rate-limits.ts'
import { forbidden, ApiError } from '#api/http/api-error.ts'
import type { ServedEndpoint } from '#api/http/serve/policy.ts'
import { accessTimeoutMs, withTimeout } from '#api/http/serve/timeout.ts'
import { findViewer, knownViewer, requireSession, requireViewer, type Viewer } from './viewer.ts'

/** Counts the call before it checks the role, so that rejected calls are rate-limited too. */
export async function checkAccess(
  deps: Deps,
  endpoint: ServedEndpoint,
  request: FastifyRequest,
): Promise<Viewer | null> {
  if (endpoint.isUnlimited && endpoint.access === 'public') return null
  const viewer =
    knownViewer(deps, request, endpoint.checksSession) ?? (await identify(deps, endpoint, request))
  await countCall(deps, endpoint, { viewer, request })
  if (!(await hasAccess(deps, endpoint.access, viewer, request))) throw forbidden()
  if (endpoint.method !== 'GET' && !request.raw.complete && !endpoint.checksSession)
    withPendingBody.add(request)
  return viewer
}

/** Requests that were checked while their body was still arriving. The member may be banned before the body is complete. */
const withPendingBody = new WeakSet<FastifyRequest>()

/** Checks access once more when the body is complete, and before anything is done with it. */
export async function recheckAccess(
  deps: Deps,
  { access }: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  if (access === 'public' || !withPendingBody.has(request)) return
  const viewer = await requireViewer(deps, request)
  if (!(await hasAccess(deps, access, viewer, request))) throw forbidden()
}

/** Checks access to a stored response that is sent again: the handler did not run, so it has not checked the session. */
export async function checkAccessToStored(
  deps: Deps,
  endpoint: ServedEndpoint,
  request: FastifyRequest,
): Promise<void> {
  await uncountFailedCall(deps, request)
  if (endpoint.checksSession && request.viewer) await requireSession(deps, request.viewer)
}

async function identify(deps: Deps, endpoint: Endpoint, request: FastifyRequest): Promise<Viewer | null> {
  // A public endpoint ignores a token that has ended, because a browser that logs in again may still send the old one.
  if (endpoint.access === 'public') return findViewer(deps, request).catch(anonymousIfLockedOut)
  return requireViewer(deps, request).catch(async (error: unknown) => {
    await limit(deps, 'anonymous', addressKey(request.ip))
    throw error
  })
}

async function hasAccess(
  deps: Deps,
  access: Access,
  viewer: Viewer | null,
  request: FastifyRequest,
): Promise<boolean> {
  if (access === 'public') return true
  if (viewer === null) return false
  if (access === 'member') return true
  if (access === 'superadmin') return viewer.role === 'SUPERADMIN'
  if (isStaff(viewer.role)) return true
  return access === 'moderator' && withTimeout(moderatesAny(deps.db, viewer), request, accessTimeoutMs)
}

async function moderatesAny(db: Db, { id }: Viewer): Promise<boolean> {
  const rows = db
    .selectFrom('memberships')
    .select('group_id')
    .where('member_id', '=', id)
    .where('is_moderator', '=', true)
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}

function anonymousIfLockedOut(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}

type Count = { name: LimitName; key: string }

/** Counts against limits on successes. They are taken back if the call fails. */
const successCounts = new WeakMap<FastifyRequest, Count[]>()

/** Takes back the counts of a call that changed nothing, for limits that count successes only. */
export async function uncountFailedCall(deps: Deps, request: FastifyRequest): Promise<void> {
  const counts = successCounts.get(request) ?? []
  successCounts.delete(request)
  for (const { name, key } of counts) await uncountCall(deps, name, key)
}

type Caller = { viewer: Viewer | null; request: FastifyRequest }

async function countCall(deps: Deps, endpoint: Endpoint, caller: Caller): Promise<void> {
  const { viewer, request } = caller
  if (viewer) await limit(deps, 'member', String(viewer.id))
  else if (!endpoint.isCountedApart) await limit(deps, 'anonymous', addressKey(request.ip))
  await countAll(deps, endpoint.limits ?? [], caller)
}

/** Applies the limits that depend on a field of the body. */
export async function checkBodyLimits(
  deps: Deps,
  { limitsBy }: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  const { body, viewer } = request
  if (!limitsBy || typeof body !== 'object' || body === null) return
  const value = String(Object.entries(body).find(([field]) => field === limitsBy.field)?.[1])
  await countAll(deps, limitsBy.of[value] ?? [], { viewer, request })
}

async function countAll(deps: Deps, names: readonly LimitName[], caller: Caller): Promise<void> {
  for (const name of names) {
    const key = keyOf(limitOf(name), caller)
    if (key === null) continue
    await limit(deps, name, key)
    if (limitOf(name).of === 'successes') keepSuccessCount(caller.request, { name, key })
  }
}

/** Returns null for limits per account: their key is the name in the body, so the handler counts them. */
function keyOf({ per }: Limit, { viewer, request }: Caller): string | null {
  if (per === 'address') return addressKey(request.ip)
  return per === 'member' && viewer ? String(viewer.id) : null
}

function keepSuccessCount(request: FastifyRequest, count: Count): void {
  successCounts.set(request, [...(successCounts.get(request) ?? []), count])
}
