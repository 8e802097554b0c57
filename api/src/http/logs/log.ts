import { LogController, type FastifyInstance } from 'fastify'
import { pino, type Logger, type LoggerOptions } from 'pino'
import { z } from 'zod'

/** Replaces Fastify's two lines per request by one of ours. It omits the query, which may carry secret codes. */
export const ownRequestLines = new LogController({ disableRequestLogging: true })

declare module 'fastify' {
  interface FastifyRequest {
    /** Holds the `code` of the error response. */
    errorCode: string | null
  }
}

export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('errorCode', null)
  app.addHook('onResponse', (request, reply, next) => {
    const { method, viewer, errorCode, log } = request
    const path = request.url.split('?')[0] ?? ''
    const line = {
      method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(viewer && { memberId: viewer.id }),
      ...(errorCode && { errorCode }),
    }
    log.info(line, 'request')
    next()
  })
}

/** Runs for every log line before it is written, also for those of child loggers. */
export type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Headers, bodies and queries are never logged, because they may contain secrets. */
const serializers = {
  req: (request: { method: string; url: string }) => ({
    method: request.method,
    path: request.url.split('?')[0],
  }),
  err: serializeError,
}

/** Leaves out PostgreSQL's `detail`, which quotes whole rows and so password hashes. */
function serializeError(error: Error) {
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
  errorCode: z.string().optional(),
  err: z.looseObject({ stack: z.string().optional() }).optional(),
})

/** Formats one short line for people in a terminal. Without a terminal the log is JSON. */
export function formatForTerminal(json: string): string {
  const { level, msg, method, path, status, ms, errorCode, err } = Line.parse(JSON.parse(json))
  if (msg === 'request') return `${status} ${method} ${path} ${ms} ms${errorCode ? ` ${errorCode}` : ''}\n`
  const mark = (level >= 50 && 'ERROR ') || (level >= 40 && 'WARN ') || ''
  return `${mark}${msg ?? ''}${err?.stack ? `\n${err.stack}` : ''}\n`
}
