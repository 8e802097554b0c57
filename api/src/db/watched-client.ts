import pg from 'pg'

/** Is longer than statement_timeout and a pooler's wait for a connection usually take together. */
const answersWithinMs = 8000

/** A transaction that sets its own timeout (`withLongTimeout`) may take as long as that. */
const ownTimeout = /^set local statement_timeout/i

/** The status of a connection outside a transaction. */
const idle = 'I'

/**
 * Closes its connection if a statement gets no response. statement_timeout works only while the server can be reached. Without
 * this, the kernel would keep sending for 15 minutes. The statement then fails as on any lost connection.
 */
export class WatchedClient extends pg.Client {
  #unanswered = 0
  #hasOwnTimeout = false
  /** One timer for all statements of the connection is cheaper than one for each statement. */
  readonly #timer: NodeJS.Timeout

  constructor(config?: pg.ClientConfig, withinMs = answersWithinMs) {
    super(config)
    this.#timer = setTimeout(() => this.#closeIfSilent(), withinMs).unref()
    this.connection.on('readyForQuery', ({ status }: { status: string }) => {
      this.#unanswered = Math.max(0, this.#unanswered - 1)
      if (status === idle) this.#hasOwnTimeout = false
    })
    this.on('end', () => clearTimeout(this.#timer))
  }

  override query<T>(...args: unknown[]): T
  override query(...args: unknown[]): unknown {
    if (ownTimeout.test(textOf(args[0]))) this.#hasOwnTimeout = true
    this.#unanswered += 1
    this.#timer.refresh()
    return Reflect.apply(super.query, this, args)
  }

  #closeIfSilent(): void {
    if (this.#unanswered > 0 && !this.#hasOwnTimeout) this.connection.stream.destroy()
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const isObject = typeof statement === 'object' && statement !== null
  return isObject && 'text' in statement ? String(statement.text) : ''
}
