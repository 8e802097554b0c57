type Attributes = Record<string, string | number>

/** The span of another process that a request belongs to, as its `traceparent` header says. */
export type RemoteSpan = { traceId: string; spanId: string; isSampled: boolean }

/** An error is described by a code or a class. Messages may contain personal data. */
type Outcome = { name?: string; attributes?: Attributes; errorType?: string }

export type Span = {
  traceId: string
  /** What `work` starts, at once or later, belongs to this span. */
  run<T>(work: () => T): T
  end(outcome?: Outcome): void
}

type Statement = { sql: string; milliseconds: number; error?: unknown }

/** Traces that leave the process. Names and attributes contain no values, addresses or texts of members. */
export type Telemetry = {
  /** The route is not known yet, so `end` gives the span its name. */
  startRequest(remote: RemoteSpan | undefined): Span
  /** Begins a trace of its own. */
  startJob(name: string, attributes: Attributes): Span
  /** A call to another program. */
  traceCall<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** A statement that has just ended. It is recorded inside requests and jobs only. */
  recordStatement(statement: Statement): void
  /** Sends what is left, within a limited time. */
  stop(): Promise<void>
}
