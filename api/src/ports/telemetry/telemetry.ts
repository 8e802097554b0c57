type Attributes = Record<string, string | number>

/** The span of another process that a request belongs to, as its `traceparent` header says. */
export type RemoteSpan = { traceId: string; spanId: string; isSampled: boolean }

/** The end of a span. A code or a class describes an error, because messages may contain personal data. */
type Outcome = { name?: string; attributes?: Attributes; errorType?: string }

export type Span = {
  traceId: string
  /** Runs `work`. Everything that it starts, now or later, belongs to this span. */
  run<T>(work: () => T): T
  end(outcome?: Outcome): void
}

type Statement = { sql: string; milliseconds: number; error?: unknown }

/** Records traces for another program. Names and attributes contain no values, addresses or texts of members. */
export type Telemetry = {
  /** Starts a span without a name. The route is known only later, so `end` names it. */
  startRequest(remote: RemoteSpan | undefined): Span
  /** Starts a trace of its own. */
  startJob(name: string, attributes: Attributes): Span
  /** Records a call to another program. */
  traceCall<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** Records a statement that has just ended, inside requests and jobs only. */
  recordStatement(statement: Statement): void
  /** Sends what is left, within a limited time. */
  stop(): Promise<void>
}
