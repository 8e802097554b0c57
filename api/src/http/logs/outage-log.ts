import type { FastifyBaseLogger } from 'fastify'
import { isQueueTimeout } from '#api/db/connection-errors.ts'
import type { LogHook } from './log.ts'

const everyMs = 1_000

/**
 * While the database is away everything that needs it fails, thousands of times a second. One line a second says so, with
 * the number of those left out and without stacks: the cause is the same for all. All other lines pass.
 */
export function outageLog(isConnectionError: (error: unknown) => boolean) {
  let isAway = false
  let hasLogged = false
  let lastAt = -Infinity
  let leftOut = 0

  const hook: LogHook = function (args, write) {
    const error = errorIn(args[0])
    isAway ||= isConnectionError(error)
    const isSameCause = isConnectionError(error) || (isAway && isQueueTimeout(error))
    if (!isSameCause) return write.apply(this, args)
    if (performance.now() - lastAt < everyMs) return void leftOut++
    hasLogged = true
    lastAt = performance.now()
    write.call(this, { ...fieldsIn(args[0]), reason: reasonOf(error), leftOut }, 'the database is away')
    leftOut = 0
  }

  return {
    hook,
    /** A new connection was made. */
    end(log: FastifyBaseLogger): void {
      isAway = false
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

/** Which order or member the line was about still matters; the stack does not. */
function fieldsIn(line: unknown): object {
  if (typeof line !== 'object' || line === null || line instanceof Error) return {}
  return Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'err'))
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
