import type { FastifyBaseLogger } from 'fastify'
import { isQueueTimeout } from '#api/db/connection-errors.ts'
import type { LogHook } from './log.ts'

const intervalMs = 1_000

/**
 * While the database is down, thousands of calls per second may fail. This hook writes one line per second, without a stack
 * and with the number of lines left out. All other lines pass.
 */
export function outageLog(isConnectionError: (error: unknown) => boolean) {
  let isDown = false
  let hasLogged = false
  let lastAt = -Infinity
  let leftOut = 0

  const hook: LogHook = function (args, write) {
    const error = errorIn(args[0])
    isDown ||= isConnectionError(error)
    const isSameCause = isConnectionError(error) || (isDown && isQueueTimeout(error))
    if (!isSameCause) return write.apply(this, args)
    if (performance.now() - lastAt < intervalMs) return void leftOut++
    hasLogged = true
    lastAt = performance.now()
    write.call(this, { ...fieldsIn(args[0]), reason: reasonOf(error), leftOut }, 'the database is away')
    leftOut = 0
  }

  return {
    hook,
    /** Call this when a new connection has been opened. */
    end(log: FastifyBaseLogger): void {
      isDown = false
      if (!hasLogged) return
      hasLogged = false
      log.warn({ leftOut }, 'the database is back')
      leftOut = 0
    },
  }
}

function errorIn(line: unknown): unknown {
  return typeof line === 'object' && line !== null && 'err' in line ? line.err : line
}

/** Returns the fields that say which order or member the line is about. */
function fieldsIn(line: unknown): object {
  if (typeof line !== 'object' || line === null || line instanceof Error) return {}
  return Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'err'))
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
