import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { BodyOf, Door, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@rootsquare/contract/endpoint'
import { Failure } from '@rootsquare/contract/failure'
import { limits } from '@rootsquare/contract/limits'
import { isStaff } from '@rootsquare/contract/roles'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { once } from './idempotency.ts'
import { addressKey, limit } from './limits.ts'
import { forbidden, invalid } from './refusal.ts'
import { findViewer, requireViewer } from './viewer.ts'
import type { Viewer } from './viewer.ts'

export type Asked<E extends Endpoint> = {
  /** The database, or the transaction of an idempotent call: deeds use this one. */
  db: Db
  viewer: E['door'] extends 'open' ? Viewer | null : Viewer
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Where the call comes from, as far as the proxy in front can be believed. */
  address: string
}

export type House = { http: FastifyInstance; deps: Deps; served: Endpoint[] }

/** Opens one call of the contract: who? how often? valid? Then the deed, then the answer in its schema. */
export function serve<E extends Endpoint>(
  house: House,
  endpoint: E,
  deed: (asked: Asked<E>) => Promise<ReplyOf<E>>,
): void {
  const { http, deps } = house
  const envelope = z.object({ data: endpoint.reply, message: z.string().optional() })
  house.served.push(endpoint)
  http.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint, envelope),
    onRequest: async (request) => {
      request.viewer = await recognise(deps, endpoint.door, request)
      await countCall(deps, endpoint, request)
      if (!(await mayEnter(deps, endpoint.door, request.viewer))) throw forbidden()
    },
    handler: async (request, reply) => {
      refuseBrokenText([request.params, request.query, endpoint.body && request.body])
      const { viewer } = request
      const work = async (db: Db) => {
        const asked = {
          db,
          viewer,
          params: request.params,
          query: request.query,
          body: request.body,
          address: addressKey(request.ip),
        }
        const data = await deed(asked as Asked<E>)
        if (endpoint.download) return JSON.stringify(data, null, 2)
        return JSON.stringify(envelope.parse({ data, message: endpoint.message }))
      }
      const answer =
        endpoint.isIdempotent && viewer
          ? await once(deps, viewer, request, work)
          : { status: 200, body: await work(deps.db) }
      return send(endpoint, request, reply, answer)
    },
  })
}

function schemaOf(endpoint: Endpoint, envelope: z.ZodType) {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.door === 'open' ? {} : { security: [{ bearer: [] }] }),
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    response: { 200: endpoint.download ? endpoint.reply : envelope, '4xx': Failure, '5xx': Failure },
    description: `Door: ${endpoint.door}.${endpoint.isIdempotent ? ' Honours Idempotency-Key.' : ''}`,
  }
}

async function recognise(deps: Deps, door: Door, request: FastifyRequest): Promise<Viewer | null> {
  // At an open door a stale token is no obstacle: whoever logs in again still carries one.
  if (door === 'open') return findViewer(deps, request).catch(anonymousIfLockedOut)
  return requireViewer(deps, request).catch(async (error: unknown) => {
    await limit(deps, 'anonymous', addressKey(request.ip))
    throw error
  })
}

async function mayEnter(deps: Deps, door: Door, viewer: Viewer | null): Promise<boolean> {
  if (door === 'open') return true
  if (viewer === null) return false
  if (door === 'member') return true
  if (door === 'superadmin') return viewer.role === 'SUPERADMIN'
  return isStaff(viewer.role) || (door === 'moderator' && (await moderatesAny(deps.db, viewer)))
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
  if (error instanceof Error && error.name === 'Refusal') return null
  throw error
}

async function countCall(deps: Deps, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { viewer } = request
  const address = addressKey(request.ip)
  await (viewer ? limit(deps, 'member', String(viewer.id)) : limit(deps, 'anonymous', address))
  for (const name of endpoint.limits ?? []) {
    // Limits per account need the name in the body; the deed counts those itself.
    const who = { address, member: viewer && String(viewer.id), account: null }[limits[name].per]
    if (who !== null) await limit(deps, name, who)
  }
}

/** NUL cannot be stored, half a surrogate pair is no letter. Looks only at what the schema let through. */
function refuseBrokenText(given: unknown): void {
  if (typeof given === 'string' && (given.includes('\0') || !given.isWellFormed())) {
    throw invalid('A text holds a character that cannot be stored.', 'BAD_TEXT')
  }
  if (typeof given === 'object' && given !== null) Object.values(given).forEach(refuseBrokenText)
}

function send(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: { status: number; body: string },
) {
  reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .serializer((body: string) => body)
  if (endpoint.download) reply.header('content-disposition', `attachment; filename="${endpoint.download}"`)
  if (endpoint.cache !== 'etag') return reply.header('cache-control', 'no-store').send(answer.body)
  const etag = `"${createHash('sha1').update(answer.body).digest('base64url')}"`
  reply
    .header('etag', etag)
    .header('cache-control', endpoint.door === 'open' ? 'public, no-cache' : 'private, no-cache')
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.includes(etag) || known?.includes('*')) return reply.code(304).send()
  return reply.send(answer.body)
}
