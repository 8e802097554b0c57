import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#api/http/api-error.ts'

/** A small body that is not there by then is not coming; forms have a watch of their own, see forms.ts. */
const mostMs = 15_000

/** JSON alone. An empty body, whatever it says of itself, is simply no body: `curl -d ''` and many clients send one. */
export function readBodies(app: FastifyInstance, within = mostMs): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const body = textOf(bytes)
    if (body === null) return done(new ApiError(400, 'BAD_REQUEST', 'The request is not written in UTF-8.'))
    if (body.trim() === '') return done(null, undefined)
    return parse(request, body, done)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { raw, routeOptions } = request
    const { headers } = raw
    const isForm = routeOptions.config?.takesForms === true && isMultipart(headers['content-type'])
    if (isForm) return
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (isEmpty) delete headers['content-type']
    if (isEmpty || raw.readableEnded) return
    const timer = setTimeout(() => giveUp(request, reply), within)
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
}

export const isMultipart = (type = '') => /^multipart\/form-data\s*;/i.test(type)

/** Answers who is still owed an answer, and does not wait for the other side to hang up. */
export function giveUp({ raw, server }: FastifyRequest, reply: FastifyReply): void {
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  if (!reply.raw.headersSent) server.server.emit('clientError', late, raw.socket)
  raw.socket.destroySoon()
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Null where the bytes are no text: a decoder that forgives would store something else than what was sent. */
function textOf(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}
