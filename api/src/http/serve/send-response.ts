import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isCsv, type Endpoint } from '@rootsquare/contract/lib/endpoint'

/** A response to many callers, as the handler made it. */
export type SharedResponse = { body: Buffer; headers: Record<string, string> }

/** Sends a body that is already serialized. */
export function sendResponse(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body }: { status: number; body: string },
) {
  reply.code(status).serializer((text: string) => text)
  return sendOrNotModified(request, reply, { body, headers: headersOf(endpoint, body) })
}

export function sharedResponse(endpoint: Endpoint, body: string): SharedResponse {
  return { body: Buffer.from(body), headers: headersOf(endpoint, body) }
}

/** Sends a 304 if the request has the ETag of the response, else the response. */
export function sendOrNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, headers }: { body: string | Buffer; headers: Record<string, string> },
) {
  reply.headers(headers)
  if (isKnown(request, headers['etag'])) return reply.code(304).send()
  return reply.send(body)
}

function isKnown({ headers }: FastifyRequest, etag: string | undefined): boolean {
  const known = headers['if-none-match']
  if (known === undefined || etag === undefined) return false
  const tags = known.split(',').map((tag) => tag.trim())
  // A proxy that compresses may drop the W/ of a weak ETag, so tags are compared without it.
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.slice(2))
}

function headersOf(endpoint: Endpoint, body: string): Record<string, string> {
  const { access, cache, download } = endpoint
  const headers = {
    'content-type': `${isCsv(endpoint) ? 'text/csv' : 'application/json'}; charset=utf-8`,
    ...(download && { 'content-disposition': `attachment; filename="${download}"` }),
  }
  if (cache !== 'etag') return { ...headers, 'cache-control': 'no-store' }
  return {
    ...headers,
    etag: `W/"${createHash('sha1').update(body).digest('base64url')}"`,
    'cache-control': cacheControlOf(endpoint),
    // Another member who signs in in the same browser must not get this member's stored response.
    ...(access !== 'public' && { vary: 'authorization' }),
  }
}

function cacheControlOf({ access, maxAgeSeconds }: Endpoint): string {
  const scope = access === 'public' ? 'public' : 'private'
  return maxAgeSeconds === undefined ? `${scope}, no-cache` : `${scope}, max-age=${maxAgeSeconds}`
}
