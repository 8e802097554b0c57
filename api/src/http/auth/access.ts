import type { FastifyRequest } from 'fastify'
import type { Access, Endpoint } from '@rootsquare/contract/endpoint'
import type { LimitName } from '@rootsquare/contract/limits'
import { isStaff } from '@rootsquare/contract/roles'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { addressKey, giveBack, limit, limitOf } from './rate-limits.ts'
import { forbidden, ApiError } from '#api/http/api-error.ts'
import { findViewer, requireSession, requireViewer } from './viewer.ts'
import type { Viewer } from './viewer.ts'

/** Who comes in. Counted before the access is tried, so that knocking has its limits too. */
export async function admit(deps: Deps, endpoint: Endpoint, request: FastifyRequest): Promise<Viewer | null> {
  if (endpoint.isUnlimited && endpoint.access === 'public') return null
  const viewer = await recognise(deps, endpoint, request)
  const counts: Count[] = []
  revocable.set(request, counts)
  await countCall(deps, endpoint, { viewer, address: addressKey(request.ip), counts })
  if (!(await mayEnter(deps, endpoint.access, viewer))) throw forbidden()
  if (!request.raw.complete && !endpoint.asksItself) late.add(request)
  return viewer
}

/** Who came in before the rest of what they send: until that is here, they may have been locked out. */
const late = new WeakSet<FastifyRequest>()

/** Once the body is here, and before anything is done with it. */
export async function admitLate(deps: Deps, { access }: Endpoint, request: FastifyRequest): Promise<void> {
  if (access === 'public' || !late.has(request)) return
  const viewer = await requireViewer(deps, request)
  if (!(await mayEnter(deps, access, viewer))) throw forbidden()
}

/** For an answer that is given again. Nothing was done, and no deed has asked for the session. */
export async function admitRepeated(deps: Deps, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  await uncount(deps, request)
  if (endpoint.asksItself && request.viewer) await requireSession(deps, request.viewer)
}

async function recognise(deps: Deps, endpoint: Endpoint, request: FastifyRequest): Promise<Viewer | null> {
  // At an open access a stale token is no obstacle: whoever logs in again still carries one.
  if (endpoint.access === 'public') return findViewer(deps, request).catch(anonymousIfLockedOut)
  return requireViewer(deps, request, endpoint.asksItself).catch(async (error: unknown) => {
    await limit(deps, 'anonymous', addressKey(request.ip))
    throw error
  })
}

async function mayEnter(deps: Deps, access: Access, viewer: Viewer | null): Promise<boolean> {
  if (access === 'public') return true
  if (viewer === null) return false
  if (access === 'member') return true
  if (access === 'superadmin') return viewer.role === 'SUPERADMIN'
  return isStaff(viewer.role) || (access === 'moderator' && (await moderatesAny(deps.db, viewer)))
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

type Count = { name: LimitName; who: string }

/** What a call was counted for by limits on successes, until it is known to be one. */
const revocable = new WeakMap<FastifyRequest, Count[]>()

/** Nothing was done: what only counts successes forgets the call. */
export async function uncount(deps: Deps, request: FastifyRequest): Promise<void> {
  const counts = revocable.get(request) ?? []
  revocable.delete(request)
  for (const { name, who } of counts) await giveBack(deps, name, who)
}

type Caller = { viewer: Viewer | null; address: string; counts: Count[] }

async function countCall(deps: Deps, endpoint: Endpoint, caller: Caller): Promise<void> {
  const { viewer, address } = caller
  await (viewer ? limit(deps, 'member', String(viewer.id)) : limit(deps, 'anonymous', address))
  await countAll(deps, endpoint.limits ?? [], caller)
}

/** The limits that only the body can name, once it has been read. */
export async function countByBody(
  deps: Deps,
  { limitsBy }: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  const { body, viewer, ip } = request
  if (!limitsBy || typeof body !== 'object' || body === null) return
  const said = String(Object.entries(body).find(([field]) => field === limitsBy.field)?.[1])
  const counts = revocable.get(request) ?? []
  await countAll(deps, limitsBy.of[said] ?? [], { viewer, address: addressKey(ip), counts })
}

async function countAll(deps: Deps, names: readonly LimitName[], caller: Caller): Promise<void> {
  const { viewer, address, counts } = caller
  for (const name of names) {
    // Limits per account need the name in the body; the deed counts those itself.
    const who = { address, member: viewer && String(viewer.id), account: null }[limitOf(name).per]
    if (who === null) continue
    await limit(deps, name, who)
    if (limitOf(name).of === 'successes') counts.push({ name, who })
  }
}
