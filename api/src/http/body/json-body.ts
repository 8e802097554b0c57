import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { offsetStream } from '@rootsquare/contract/uploads'
import { ApiError } from '#api/http/api-error.ts'

/** How long a JSON body may take to arrive. Forms are timed in multipart.ts. */
const bodyTimeoutMs = 15_000

/**
 * Accepts JSON only. An empty body counts as no body whatever its content type, because `curl -d ''` and many clients send
 * one.
 */
export function acceptJsonBodies(app: FastifyInstance, timeoutMs = bodyTimeoutMs): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const body = textOf(bytes)
    if (body === null) return done(new ApiError(400, 'BAD_REQUEST', 'The request is not written in UTF-8.'))
    if (body.trim() === '') return done(null, undefined)
    return parse(request, body, done)
  })
  app.addHook('onRequest', (request, reply, next) => {
    endSlowBody(request, reply, timeoutMs)
    next()
  })
}

function endSlowBody(request: FastifyRequest, reply: FastifyReply, timeoutMs: number): void {
  const { raw, routeOptions } = request
  const { headers } = raw
  const type = headers['content-type']
  const isUpload = isMultipart(type) || type === offsetStream
  if (isUpload && routeOptions.config?.takesUploads === true) return
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  if (isEmpty) delete headers['content-type']
  if (isEmpty || raw.readableEnded) return
  const timer = setTimeout(() => endLateRequest(request, reply), timeoutMs)
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

export const isMultipart = (type = '') => /^multipart\/form-data\s*;/i.test(type)

/** Sends a 408 unless a response has begun, and closes the connection. */
export function endLateRequest({ raw, server }: FastifyRequest, reply: FastifyReply): void {
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  if (!reply.raw.headersSent) server.server.emit('clientError', late, raw.socket)
  raw.socket.destroySoon()
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Returns null for invalid UTF-8, because a lenient decoder would store something other than what was sent. */
function textOf(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}
