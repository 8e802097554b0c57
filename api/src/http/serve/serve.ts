import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@rootsquare/contract/endpoint'
import { Failure } from '@rootsquare/contract/failure'
import type { Db } from '#api/db/db.ts'
import type { Deps } from '#api/deps.ts'
import { admit, admitLate, admitRepeated, countByBody, uncount } from '#api/http/auth/access.ts'
import { comesAsForm, partsOf, readForms, requireForm } from '#api/http/body/multipart.ts'
import type { Part } from '#api/http/body/multipart.ts'
import { answerTo } from './idempotency.ts'
import type { Answer } from './idempotency.ts'
import { accessTimeoutMs, withTimeout } from './timeout.ts'
import { addressKey } from '#api/http/auth/rate-limits.ts'
import { OthersForm, rawOf, readBytes } from './raw-body.ts'
import type { Raw } from './raw-body.ts'
import { invalid } from '#api/http/api-error.ts'
import { send } from './send.ts'
import { checkedBySchema, readBody } from './validation.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'

export type Asked<E extends Endpoint> = {
  /** With the database, or with the transaction of an idempotent call in its place: deeds use these, never the outer ones. */
  deps: Deps
  db: Db
  viewer: E['access'] extends 'public' ? Viewer | null : Viewer
  params: ParamsOf<E>
  query: QueryOf<E>
  /** Where a call takes JSON and forms, the one or the other is there. */
  body: E extends { form: z.ZodType } ? BodyOf<E> | undefined : BodyOf<E>
  parts: PartsOf<E>
  raw: E extends { isRaw: true } ? Raw : undefined
  /** Where the call comes from, as far as the proxy in front can be believed. */
  address: string
}

type PartsOf<E extends Endpoint> = E extends { form: z.ZodType; body: z.ZodType }
  ? AsyncIterable<Part> | undefined
  : E extends { form: z.ZodType }
    ? AsyncIterable<Part>
    : undefined

export type RouteContext = { http: FastifyInstance; deps: Deps; served: Endpoint[] }

/** Opens one call of the contract: who? how often? valid? Then the deed, then the answer in its schema. */
export function serve<E extends Endpoint>(
  app: RouteContext,
  endpoint: E,
  deed: (asked: Asked<E>) => Promise<ReplyOf<E>>,
): void {
  const { deps } = app
  const envelope = z.object({ data: endpoint.reply, message: z.string().optional() })
  open(app, endpoint, {
    method: endpoint.method,
    url: endpoint.path,
    config: { isIdempotent: Boolean(endpoint.isIdempotent), form: endpoint.form },
    schema: schemaOf(endpoint, envelope),
    onRequest: async (request) => {
      request.viewer = await withTimeout(admit(deps, endpoint, request), request, accessTimeoutMs)
      if (comesAsForm(endpoint, request)) requireForm(request)
    },
    // Not after the answer: whoever has it must find the count as it is.
    onSend: async (request, reply) => {
      if (reply.statusCode >= 400) await uncount(deps, request)
    },
    handler: async (request, reply) => {
      // A form takes as long as its line does.
      const answering = answerOnce(request)
      const answer = await (comesAsForm(endpoint, request) ? answering : withTimeout(answering, request))
      return send(endpoint, request, reply, answer)
    },
  })
  async function answerOnce(request: FastifyRequest): Promise<Answer> {
    if (!comesAsForm(endpoint, request)) await admitLate(deps, endpoint, request)
    for (const part of [request.params, request.query, endpoint.body && request.body]) rejectBrokenText(part)
    await countByBody(deps, endpoint, request)
    const work = async (db: Db) => {
      const data = await deed(askedBy(endpoint, request, { ...deps, db }) as Asked<E>)
      return written(endpoint, envelope, data)
    }
    const answer = await answerTo(deps, endpoint, request, work)
    if (answer.isRepeated) await admitRepeated(deps, endpoint, request)
    return answer
  }
}

function written(endpoint: Endpoint, envelope: z.ZodType, data: unknown): string {
  if (endpoint.isBare) return JSON.stringify(endpoint.reply.parse(data))
  if (endpoint.download) return JSON.stringify(data, null, 2)
  return JSON.stringify(envelope.parse({ data, message: messageOf(endpoint, data) }))
}

function messageOf({ message }: Endpoint, data: unknown): string | undefined {
  if (typeof message !== 'function') return message
  return typeof data === 'object' && data !== null ? message(data) : undefined
}

/** Forms are taken in a room of their own: nowhere else does the server read anything but JSON. */
function open({ http, served }: RouteContext, endpoint: Endpoint, route: RouteOptions): void {
  served.push(endpoint)
  const { form, body, isRaw } = endpoint
  if (isRaw) return void http.register(async (room) => readBytes(room, route))
  if (!form) return void http.route({ ...route, validatorCompiler: checkedBySchema })
  http.register(async (room) => {
    await readForms(room)
    room.route({
      ...route,
      // The parts are read one by one, by the deed: there is no body to check as a whole.
      validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : checkedBySchema(part)),
      preHandler: async (request) => {
        if (body && !comesAsForm(endpoint, request)) request.body = readBody(body, request.body)
      },
    })
  })
}

function askedBy(endpoint: Endpoint, request: FastifyRequest, deps: Deps) {
  const { viewer, params, query, body, ip } = request
  const whenRead = () => admitLate(deps, endpoint, request)
  const parts = comesAsForm(endpoint, request) ? partsOf(request, whenRead) : undefined
  const raw = endpoint.isRaw ? rawOf(request) : undefined
  return { deps, db: deps.db, viewer, params, query, body, parts, raw, address: addressKey(ip) }
}

function schemaOf(endpoint: Endpoint, envelope: z.ZodType) {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...((endpoint.body ?? endpoint.form) && { body: endpoint.body ?? endpoint.form }),
    ...(endpoint.isRaw && { body: OthersForm }),
    ...(endpoint.form && !endpoint.body && { consumes: ['multipart/form-data'] }),
    response: {
      200: endpoint.download || endpoint.isBare ? endpoint.reply : envelope,
      '4xx': Failure,
      '5xx': Failure,
    },
    description: `Access: ${endpoint.access}.${endpoint.isIdempotent ? ' Honours Idempotency-Key.' : ''}`,
  }
}

/** NUL cannot be stored, half a surrogate pair is no letter. Looks only at what the schema let through. */
function rejectBrokenText(given: unknown, field = ''): void {
  if (typeof given === 'string' && (given.includes('\0') || !given.isWellFormed())) {
    const words = 'This holds a character that cannot be stored.'
    throw invalid(field === '' ? words : { [field]: words }, 'BAD_TEXT')
  }
  if (typeof given !== 'object' || given === null) return
  for (const [name, part] of Object.entries(given)) rejectBrokenText(part, field || name)
}
