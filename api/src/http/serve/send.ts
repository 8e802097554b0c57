import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@rootsquare/contract/endpoint'

/** Sends what is JSON already. What may be kept carries a mark, and whoever shows that mark gets no body again. */
export function send(
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
  reply.header('etag', etag).header('cache-control', keepingOf(endpoint))
  // Kept for whoever asked: another who signs in on this machine asks with another token.
  if (endpoint.access !== 'public') reply.header('vary', 'authorization')
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? []
  // Weak comparison: a proxy may have dropped the W/ when it compressed.
  if (known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.slice(2)))
    return reply.code(304).send()
  return reply.send(answer.body)
}

function keepingOf({ access, maxAgeSeconds }: Endpoint): string {
  const whose = access === 'public' ? 'public' : 'private'
  return maxAgeSeconds === undefined ? `${whose}, no-cache` : `${whose}, max-age=${maxAgeSeconds}`
}
