import pg from 'pg'

/** read_only_sql_transaction: after a failover this connection leads to a replica. */
export const readOnlyState = '25006'
/**
 * The codes admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections, and class 08, connection_exception,
 * which PgBouncer uses for all errors of its own.
 */
const connectionStates = new RegExp(`^(57P0[123]|53300|08...|${readOnlyState})$`)
/** query_canceled, lock_not_available, idle_in_transaction_session_timeout: the server answers, but too slowly. */
const timeoutStates = /^(57014|55P03|25P03)$/
const driverMessages = /^(Connection terminated|Client has encountered a connection error)/
const networkCodes = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
/** Tells network errors from the same codes of the file system, which are faults of ours. */
const networkCalls = /^(connect|read|write|getaddrinfo)$/

/**
 * Checks whether no connection became free in time. The pool may be busy or the database down; the error does not say which.
 */
export function isQueueTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

/** Checks whether the database is down or overloaded, so that the caller should try again later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A host name may have two addresses, and then each was tried.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (error instanceof pg.DatabaseError) {
    const { code = '', severity } = error
    // A severity of FATAL means that the server closed the connection or never opened it.
    return connectionStates.test(code) || timeoutStates.test(code) || severity === 'FATAL'
  }
  return isNetworkError(error) || isQueueTimeout(error) || driverMessages.test(error.message)
}

function isNetworkError(error: Error): boolean {
  if (!('code' in error && 'syscall' in error)) return false
  return networkCodes.test(String(error.code)) && networkCalls.test(String(error.syscall))
}

const lostConnections = new WeakSet<Error>()

/** Marks an error as lost connection to the database, because a failed read or write does not say whose connection it was. */
export function markLostConnection(error: Error): void {
  lostConnections.add(error)
}

/**
 * Returns a check for lost connections to this database only. Redis, mail and card payments fail with the same codes, so a
 * failed connect counts only if it went to an address of the database: its own or that of the pooler in front.
 */
export function connectionErrorsOf(...urls: string[]): (error: unknown) => boolean {
  const servers = urls.map((url) => new pg.Client(url))

  function isFailedConnect(error: Error): boolean {
    return servers.some(({ host, port }) => {
      if ('address' in error && error.address === `${host}/.s.PGSQL.${port}`) return true
      if ('hostname' in error) return error.hostname === host
      return 'syscall' in error && error.syscall === 'connect' && 'port' in error && error.port === port
    })
  }

  return function isConnectionError(error: unknown): boolean {
    if (!(error instanceof Error)) return false
    if (error instanceof AggregateError)
      return error.errors.length > 0 && error.errors.every(isConnectionError)
    // Other fatal errors, such as a transaction that was left idle for too long, are faults of ours.
    if (error instanceof pg.DatabaseError) return connectionStates.test(error.code ?? '')
    return lostConnections.has(error) || driverMessages.test(error.message) || isFailedConnect(error)
  }
}
