import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@rootsquare/contract/endpoint'

/** Sends a body that is already JSON. A cacheable one gets an ETag, and a request with that ETag gets a 304. */
export function sendAnswer(
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
  const etag = `W/"${createHash('sha1').update(answer.body).digest('base64url')}"`
  reply.header('etag', etag).header('cache-control', cacheControlOf(endpoint))
  // Another member who signs in on the same machine must not get this member's stored response.
  if (endpoint.access !== 'public') reply.header('vary', 'authorization')
  const etags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? []
  // A proxy that compresses may drop the W/ of a weak ETag.
  if (etags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.slice(2)))
    return reply.code(304).send()
  return reply.send(answer.body)
}

function cacheControlOf({ access, maxAgeSeconds }: Endpoint): string {
  const scope = access === 'public' ? 'public' : 'private'
  return maxAgeSeconds === undefined ? `${scope}, no-cache` : `${scope}, max-age=${maxAgeSeconds}`
}
