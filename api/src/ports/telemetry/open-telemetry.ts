import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import { registry } from '#api/ports/metrics/metrics.ts'
import type { Settings } from '#api/settings.ts'
import { registryMetrics } from './registry-metrics.ts'
import { recordSpans } from './record-spans.ts'
import type { Telemetry } from './telemetry.ts'

type Options = NonNullable<Settings['telemetry']>
type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>

/** Whatever cannot be sent within these times is dropped, and so are spans beyond a queue of 2,048. */
const defaultTimes = { exportMs: 5000, spansEveryMs: 5000, metricsEveryMs: 30_000, stopMs: 2000 }

/**
 * Sends spans and metrics by OTLP over HTTP, as JSON. Nothing is registered globally and no module is patched: the hooks are
 * in http/logs/traces.ts, jobs/runner.ts, db/db.ts and start.ts.
 */
export function openTelemetry(options: Options, log: Log, times = defaultTimes): Telemetry {
  const report = reportOutages(log)
  const resource = resourceFromAttributes({
    'service.name': options.serviceName,
    'service.instance.id': `${hostname()}:${process.pid}`,
  })
  const exporterTo = (path: string) => ({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/${path}`,
    timeoutMillis: times.exportMs,
  })
  const spans = new BatchSpanProcessor({
    exporter: reporting(new OTLPTraceExporter(exporterTo('traces')), report),
    scheduledDelayMillis: times.spansEveryMs,
    exportTimeoutMillis: times.exportMs,
  })
  const reader = new PeriodicExportingMetricReader({
    exporter: reporting(new OTLPMetricExporter(exporterTo('metrics')), report),
    exportIntervalMillis: times.metricsEveryMs,
    exportTimeoutMillis: times.exportMs,
    metricProducers: [registryMetrics(registry)],
  })
  const tracing = new TracerProvider({ resource, sampler: samplerOf(options), spanProcessors: [spans] })
  const metering = new MeterProvider({ resource, readers: [reader] })
  return {
    ...recordSpans(tracing.getTracer('rootsquare')),
    async stop() {
      const sent = Promise.allSettled([tracing.shutdown(), metering.shutdown()])
      await Promise.race([sent, setTimeout(times.stopMs, undefined, { ref: false })])
    },
  }
}

/** Ignores a caller that marks its trace as sampled, because it could have every request recorded. */
function samplerOf({ share }: Options): ParentBasedSampler {
  const root = new TraceIdRatioBasedSampler(share)
  return new ParentBasedSampler({
    root,
    remoteParentSampled: root,
    remoteParentNotSampled: new AlwaysOffSampler(),
  })
}

type Result = { code: number; error?: Error }
type Exporter<T> = { export(items: T, done: (result: Result) => void): void }

/** Wraps an exporter so that its results are reported. */
function reporting<T, E extends Exporter<T>>(exporter: E, report: (result: Result) => void): E {
  const send = exporter.export.bind(exporter)
  exporter.export = (items, done) =>
    send(items, (result) => {
      report(result)
      done(result)
    })
  return exporter
}

const success = 0

/** Logs one line when sending starts to fail, and one when it works again. */
function reportOutages(log: Log) {
  let isDown = false
  return ({ code, error }: Result) => {
    if (isDown === (code !== success)) return
    isDown = code !== success
    if (isDown) log.warn({ reason: error?.message }, 'telemetry cannot be sent and is dropped')
    else log.info('telemetry is sent again')
  }
}
