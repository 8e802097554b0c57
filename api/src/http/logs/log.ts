import { LogController } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Logger, LoggerOptions } from 'pino'
import { z } from 'zod'

/** Fastify's own two lines a request are replaced by one of ours, without the query: reasons and codes travel there. */
export const ownRequestLines = new LogController({ disableRequestLogging: true })

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal that this request ended in. */
    refused: string | null
  }
}

export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('refused', null)
  app.addHook('onResponse', async (request, reply) => {
    const { method, viewer, refused, log } = request
    const line = {
      method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(viewer && { memberId: viewer.id }),
      ...(refused && { refused }),
    }
    log.info(line, 'request')
  })
}

/** Sees every line of the log, those of its children among them, before it is written. */
export type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Nothing but what a line names itself: no headers, no bodies, no query. */
const serializers = {
  req: (request: { method: string; url: string }) => ({
    method: request.method,
    path: request.url.split('?')[0],
  }),
  err: readableError,
}

/** What helps to find the fault. Not PostgreSQL's `detail`, which quotes whole rows, password hashes among them. */
function readableError(error: Error) {
  const { type, message, stack, code, table, constraint } = pino.stdSerializers.err(error)
  return { type, message, stack, code, table, constraint }
}

export function openLog(level: string, write?: (line: string) => void, logMethod?: LogHook): Logger {
  const options = { level, serializers, ...(logMethod && { hooks: { logMethod } }) }
  return write ? pino(options, { write }) : pino(options)
}

const Line = z.looseObject({
  level: z.number(),
  msg: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.number().optional(),
  ms: z.number().optional(),
  refused: z.string().optional(),
  err: z.looseObject({ stack: z.string().optional() }).optional(),
})

/** In a terminal a person reads along: one short line each. Elsewhere a machine does, and gets JSON. */
export function forTerminal(json: string): string {
  const { level, msg, method, path, status, ms, refused, err } = Line.parse(JSON.parse(json))
  if (msg === 'request') return `${status} ${method} ${path} ${ms} ms${refused ? ` ${refused}` : ''}\n`
  const mark = (level >= 50 && 'ERROR ') || (level >= 40 && 'WARN ') || ''
  return `${mark}${msg ?? ''}${err?.stack ? `\n${err.stack}` : ''}\n`
}
