import pg from 'pg'

const lost = new WeakSet<Error>()

/** A read or write that failed does not say whose connection it was: whoever owns the connection does. */
export function markLostConnection(error: Error): void {
  lost.add(error)
}

/** admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections; class 08 is connection_exception. */
const awayStates = /^(57P0[123]|53300|08...)$/
const driverSentences = /^(Connection terminated|Client has encountered a connection error)/

/** Nobody gave a connection back in time: the pool is busy, or the database is away. The error alone does not tell which. */
export function isQueueTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

/**
 * Tells errors of connections to this database from all others. Redis, mail and card payments fail with the same codes,
 * so a connect that failed counts only when it went to the database's address.
 */
export function connectionErrorsOf(url: string): (error: unknown) => boolean {
  const { host, port } = new pg.Client(url)
  const socket = `${host}/.s.PGSQL.${port}`

  function isFailedConnect(error: Error): boolean {
    if ('address' in error && error.address === socket) return true
    if ('hostname' in error) return error.hostname === host
    return 'syscall' in error && error.syscall === 'connect' && 'port' in error && error.port === port
  }

  return function isConnectionError(error: unknown): boolean {
    if (!(error instanceof Error)) return false
    if (error instanceof AggregateError)
      return error.errors.length > 0 && error.errors.every(isConnectionError)
    // Other fatal ones, such as a transaction left idle for too long, are faults of ours.
    if (error instanceof pg.DatabaseError) return awayStates.test(error.code ?? '')
    return lost.has(error) || driverSentences.test(error.message) || isFailedConnect(error)
  }
}
