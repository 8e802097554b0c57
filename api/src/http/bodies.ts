import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

/** A small body that is not there by then is not coming; files have a watch of their own, see forms.ts. */
const mostMs = 15_000

/** JSON alone. An empty body with a JSON header, as many clients send with DELETE, is simply no body. */
export function readBodies(app: FastifyInstance, within = mostMs): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const body = textOf(bytes)
    if (body === null) return done(new Refusal(400, 'BAD_REQUEST', 'The request is not written in UTF-8.'))
    if (body.trim() === '') return done(null, undefined)
    return parse(request, body, done)
  })
  app.addHook('onRequest', async ({ raw, server }) => {
    if (raw.readableEnded || /^multipart\/form-data/i.test(raw.headers['content-type'] ?? '')) return
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    const timer = setTimeout(() => server.server.emit('clientError', late, raw.socket), within)
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
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
