import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import type { Context, Span as ApiSpan, Tracer } from '@opentelemetry/api'
import type { RemoteSpan, Span, Telemetry } from './telemetry.ts'

/** Stores the span that the running code belongs to. */
type Current = AsyncLocalStorage<Context>

export function recordSpans(tracer: Tracer): Omit<Telemetry, 'stop'> {
  const current: Current = new AsyncLocalStorage()
  return {
    startRequest: (remote) =>
      toSpan(current, tracer.startSpan('request', { kind: SpanKind.SERVER }, contextOf(remote))),
    startJob: (name, attributes) =>
      toSpan(current, tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT)),
    traceCall: traceCalls(tracer, current),
    recordStatement: recordStatements(tracer, current),
  }
}

function toSpan(current: Current, span: ApiSpan): Span {
  const context = trace.setSpan(ROOT_CONTEXT, span)
  return {
    traceId: span.spanContext().traceId,
    run: (work) => current.run(context, work),
    end({ name, attributes, errorType } = {}) {
      if (name !== undefined) span.updateName(name)
      if (attributes) span.setAttributes(attributes)
      if (errorType !== undefined) markFailed(span, errorType)
      span.end()
    },
  }
}

function traceCalls(tracer: Tracer, current: Current): Telemetry['traceCall'] {
  return async (name, attributes, work) => {
    const parent = current.getStore() ?? ROOT_CONTEXT
    const span = toSpan(current, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent))
    try {
      const result = await span.run(work)
      span.end()
      return result
    } catch (error) {
      span.end({ errorType: errorTypeOf(error) })
      throw error
    }
  }
}

function recordStatements(tracer: Tracer, current: Current): Telemetry['recordStatement'] {
  const summaryOf = statementSummaries()
  return ({ sql, milliseconds, error }) => {
    const parent = current.getStore()
    if (!parent || !trace.getSpan(parent)?.isRecording()) return
    const { operation, summary } = summaryOf(sql)
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': summary,
    }
    const now = performance.timeOrigin + performance.now()
    const options = { kind: SpanKind.CLIENT, startTime: now - milliseconds, attributes }
    const span = tracer.startSpan(summary, options, parent)
    if (error !== undefined) markFailed(span, errorTypeOf(error))
    span.end(now)
  }
}

function contextOf(remote: RemoteSpan | undefined): Context {
  if (!remote) return ROOT_CONTEXT
  const { traceId, spanId, isSampled } = remote
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function markFailed(span: ApiSpan, errorType: string): void {
  span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR })
}

/** Returns a code or the class, because messages may contain personal data. */
function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

type StatementSummary = { operation: string; summary: string }

const maxKnown = 500
const firstWord = /^[\s(]*([a-z]+)/i
const firstTable = /\b(?:from|into|update|join)\s+(?:only\s+)?((?:"?[a-z_]\w*"?\.)?"?[a-z_]\w*"?)/i

/**
 * Returns the first keyword and the first table of a statement: `select posts`. Only names can match, never a value. For a
 * long statement with several parts this is enough to find it.
 */
export function statementSummaries(): (sql: string) => StatementSummary {
  const known = new Map<string, StatementSummary>()
  return (sql) => {
    const found = known.get(sql) ?? summarize(sql)
    if (known.size < maxKnown) known.set(sql, found)
    return found
  }
}

function summarize(sql: string): StatementSummary {
  const operation = firstWord.exec(sql)?.[1]?.toLowerCase() ?? 'statement'
  const table = firstTable.exec(sql)?.[1]?.replaceAll('"', '')
  return { operation, summary: table ? `${operation} ${table}` : operation }
}
