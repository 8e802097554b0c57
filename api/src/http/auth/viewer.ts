import { createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { FastifyRequest } from 'fastify'
import type { Role } from '@rootsquare/contract/roles'
import type { Deps } from '#api/deps.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Selectable } from 'kysely'
import type { FoundSession } from '#api/ports/sessions/sessions.ts'
import { forbidden, unauthenticated } from '#api/http/api-error.ts'

/** Who is asking, as the database says, or said a moment ago: a changed role or a ban counts on every node within a second. */
export type Viewer = { id: number; role: Role; sessionId: string }

const algorithm = 'HS256'
const audience = 'rootsquare'

const keys = new Map<string, KeyObject>()

/** Made once: the library takes a key it has not seen before through an import that costs more than the check itself. */
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

type Read = { sessionId: string; expiresAt: number }

/** Tokens whose signature was found good. Whether the session lives is another question. */
const goodTokens = new Map<string, Read>()
const mostGoodTokens = 20_000

/** The session a token speaks of, if the token is ours and alive. */
async function readToken(deps: Deps, token: string): Promise<string | null> {
  const key = `${deps.jwtSecret} ${token}`
  const known = goodTokens.get(key)
  if (known) return known.expiresAt * 1000 > deps.clock.now().getTime() ? known.sessionId : null
  const read = await verifyToken(deps, token)
  if (read === null) return null
  if (goodTokens.size >= mostGoodTokens) goodTokens.clear()
  goodTokens.set(key, read)
  return read.sessionId
}

async function verifyToken({ jwtSecret, clock }: Deps, token: string): Promise<Read | null> {
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

function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([\w.-]{1,4096})$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

/** Null where there is no living session; throws for a member who is locked out. */
export async function findViewer(
  deps: Deps,
  request: FastifyRequest,
  isRecalled = false,
): Promise<Viewer | null> {
  const token = bearerOf(request)
  const sessionId = token === null ? null : await readToken(deps, token)
  if (sessionId === null) return null
  const recalled = isRecalled ? deps.sessions.recall(sessionId) : undefined
  // An older word may let somebody in. To refuse them it takes a new one.
  if (recalled && isOpen(recalled, deps.clock.now())) return viewerOf(recalled, sessionId)
  const session = deps.sessions.find(sessionId) ?? (await findSession(deps, sessionId))
  const now = deps.clock.now()
  if (!session || session.expiresAt <= now) return null
  rejectLockedOut(session, now)
  return viewerOf(session, sessionId)
}

const viewerOf = ({ memberId, role }: FoundSession, sessionId: string) => ({ id: memberId, role, sessionId })

function isOpen({ expiresAt, banned_at, suspended_until }: FoundSession, now: Date): boolean {
  return expiresAt > now && banned_at === null && (suspended_until === null || suspended_until <= now)
}

async function findSession({ db, sessions }: Deps, sessionId: string): Promise<FoundSession | undefined> {
  const askedAt = performance.now()
  const found = await db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id as memberId', 'role', 'sessions.expires_at as expiresAt'])
    .select(['banned_at', 'ban_reason', 'suspended_until', 'suspension_reason'])
    .where('sessions.id', '=', sessionId)
    .where('members.verified_at', 'is not', null)
    .executeTakeFirst()
  if (found) sessions.keep(sessionId, found, askedAt)
  return found
}

type Lock = Pick<
  Selectable<Tables['members']>,
  'banned_at' | 'ban_reason' | 'suspended_until' | 'suspension_reason'
>

/** Banned or suspended: the same words at log-in and on every call. */
export function rejectLockedOut(member: Lock, now: Date): void {
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

export async function requireViewer(
  deps: Deps,
  request: FastifyRequest,
  isRecalled = false,
): Promise<Viewer> {
  const viewer = await findViewer(deps, request, isRecalled)
  if (viewer) return viewer
  throw request.headers.authorization === undefined ? unauthenticated() : sessionEnded()
}

/** For a deed that was let in on an older word: who is asking as the database says now. */
export async function requireSession(deps: Deps, { sessionId }: Viewer): Promise<Viewer> {
  deps.sessions.forget(sessionId)
  const session = await findSession(deps, sessionId)
  const now = deps.clock.now()
  if (!session || session.expiresAt <= now) throw sessionEnded()
  rejectLockedOut(session, now)
  return viewerOf(session, sessionId)
}
