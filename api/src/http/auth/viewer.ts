import { createSecretKey, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { FastifyRequest } from 'fastify'
import type { Role } from '@rootsquare/contract/lib/roles'
import type { Deps } from '#api/deps.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Selectable } from 'kysely'
import type { FoundSession } from '#api/ports/sessions/sessions.ts'
import { forbidden, unauthenticated } from '#api/http/api-error.ts'
import { accessTimeoutMs, withTimeout } from '#api/http/serve/timeout.ts'

/** The signed-in member of a request. A changed role or a ban takes effect on every node within a second. */
export type Viewer = { id: number; role: Role; sessionId: string }

const algorithm = 'HS256'
const audience = 'rootsquare'

const keys = new Map<string, KeyObject>()

/** Caches the key object, because jose would import it for each token, which costs more than the verification. */
function keyOf(secret: string): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret, 'utf8')
  keys.set(secret, key)
  return key
}

export async function signToken(
  { jwtSecret }: Pick<Deps, 'jwtSecret'>,
  session: { id: string; memberId: number; role: Role; createdAt: Date; expiresAt: Date },
): Promise<string> {
  return new SignJWT({ user_id: session.memberId, roles: [session.role] })
    .setProtectedHeader({ alg: algorithm })
    .setJti(session.id)
    .setAudience(audience)
    .setIssuedAt(session.createdAt)
    .setExpirationTime(session.expiresAt)
    .sign(keyOf(jwtSecret))
}

type TokenClaims = { sessionId: string; expiresAt: number }

/** Tokens whose signature was verified. Whether the session still exists is checked for each request. */
const verifiedTokens = new Map<string, TokenClaims & { jwtSecret: string }>()
const maxVerifiedTokens = 20_000

/** Returns null for a token that is invalid or has expired, and undefined for one that has to be verified. */
function knownSessionId({ jwtSecret, clock }: Deps, token: string): string | null | undefined {
  const known = verifiedTokens.get(token)
  if (known?.jwtSecret !== jwtSecret) return undefined
  return known.expiresAt * 1000 > clock.now().getTime() ? known.sessionId : null
}

async function sessionIdOf(deps: Deps, token: string): Promise<string | null> {
  const claims = await verifyToken(deps, token)
  if (claims === null) return null
  if (verifiedTokens.size >= maxVerifiedTokens) verifiedTokens.clear()
  verifiedTokens.set(token, { ...claims, jwtSecret: deps.jwtSecret })
  return claims.sessionId
}

async function verifyToken({ jwtSecret, clock }: Deps, token: string): Promise<TokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(jwtSecret), {
      algorithms: [algorithm],
      audience,
      currentDate: clock.now(),
      requiredClaims: ['exp', 'jti'],
    })
    const { jti, exp } = payload
    return jti === undefined || exp === undefined ? null : { sessionId: jti, expiresAt: exp }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

const scheme = 'bearer '
const maxTokenLength = 4096

function bearerOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  const { authorization = '' } = request.headers
  const isBearer = authorization.slice(0, scheme.length).toLowerCase() === scheme
  return isBearer && authorization.length < maxTokenLength ? authorization.slice(scheme.length) : null
}

/**
 * Returns the viewer of most requests without waiting, because this node knows the token and the session. The result may only
 * grant access; before access is denied, the database is read. With `mayBeStale` the handler checks the session again.
 */
export function knownViewer(
  deps: Deps,
  request: Pick<FastifyRequest, 'headers'>,
  mayBeStale = false,
): Viewer | undefined {
  const token = bearerOf(request)
  const sessionId = token === null ? null : knownSessionId(deps, token)
  if (!sessionId) return undefined
  const session = mayBeStale ? deps.sessions.findStale(sessionId) : deps.sessions.find(sessionId)
  return session && isActive(session, deps.clock.now()) ? viewerOf(session, sessionId) : undefined
}

/** Returns null without a valid session, and throws for a banned or suspended member. */
export async function findViewer(deps: Deps, request: FastifyRequest): Promise<Viewer | null> {
  const token = bearerOf(request)
  if (token === null) return null
  const known = knownSessionId(deps, token)
  const sessionId = known === undefined ? await sessionIdOf(deps, token) : known
  if (sessionId === null) return null
  const session = deps.sessions.find(sessionId) ?? (await readSession(deps, sessionId, request))
  const now = deps.clock.now()
  if (!session || session.expiresAt <= now) return null
  rejectLockedOut(session, now)
  return viewerOf(session, sessionId)
}

const viewerOf = ({ memberId, role }: FoundSession, sessionId: string) => ({ id: memberId, role, sessionId })

function isActive({ expiresAt, banned_at, suspended_until }: FoundSession, now: Date): boolean {
  return expiresAt > now && banned_at === null && (suspended_until === null || suspended_until <= now)
}

/** Stops waiting when the database hangs. A session that is cached already needs no timer. */
const readSession = (deps: Deps, sessionId: string, request: FastifyRequest) =>
  withTimeout(findSession(deps, sessionId), request, accessTimeoutMs)

async function findSession({ db, sessions }: Deps, sessionId: string): Promise<FoundSession | undefined> {
  const readAt = performance.now()
  const found = await db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id as memberId', 'role', 'sessions.expires_at as expiresAt'])
    .select(['banned_at', 'ban_reason', 'suspended_until', 'suspension_reason'])
    .where('sessions.id', '=', sessionId)
    .where('members.verified_at', 'is not', null)
    .executeTakeFirst()
  if (found) sessions.save(sessionId, found, readAt)
  return found
}

export type LockOut = Pick<
  Selectable<Tables['members']>,
  'banned_at' | 'ban_reason' | 'suspended_until' | 'suspension_reason'
>

/** Throws the same error at log-in and at every call of a banned or suspended member. */
export function rejectLockedOut(member: LockOut, now: Date): void {
  if (member.banned_at !== null) {
    throw forbidden('This account has been banned.', 'ACCOUNT_BANNED', { reason: member.ban_reason ?? '' })
  }
  if (member.suspended_until !== null && member.suspended_until > now) {
    throw forbidden('This account is suspended.', 'ACCOUNT_SUSPENDED', {
      reason: member.suspension_reason ?? '',
      until: member.suspended_until.toISOString(),
    })
  }
}

const sessionEnded = () => unauthenticated('Your session has ended. Please sign in again.', 'SESSION_ENDED')

export async function requireViewer(deps: Deps, request: FastifyRequest): Promise<Viewer> {
  const viewer = await findViewer(deps, request)
  if (viewer) return viewer
  throw request.headers.authorization === undefined ? unauthenticated() : sessionEnded()
}

/** Reads the session from the database, past the cache, for handlers of endpoints with `checksSession`. */
export async function requireSession(deps: Deps, { sessionId }: Viewer): Promise<Viewer> {
  deps.sessions.forget(sessionId)
  const session = await findSession(deps, sessionId)
  const now = deps.clock.now()
  if (!session || session.expiresAt <= now) throw sessionEnded()
  rejectLockedOut(session, now)
  return viewerOf(session, sessionId)
}
