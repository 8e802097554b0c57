import type { FastifyInstance } from 'fastify'

/** A small body that is not there by then is not coming; files have a watch of their own, see forms.ts. */
const mostMs = 60_000

/** JSON alone. An empty body with a JSON header, as many clients send with DELETE, is simply no body. */
export function readBodies(app: FastifyInstance, within = mostMs): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
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
