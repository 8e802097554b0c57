import { Counter, Gauge, Registry } from 'prom-client'

/** Holds all metrics of this process. METRICS_PORT and OTEL_EXPORTER_OTLP_ENDPOINT both use it: nothing is measured twice. */
export const registry = new Registry()

export const jobRuns = new Counter({
  name: 'rootsquare_job_runs_total',
  help: 'Jobs that this process has run, by name and result.',
  labelNames: ['name', 'result'],
  registers: [registry],
})

export const liveStreams = new Gauge({
  name: 'rootsquare_live_streams',
  help: 'Open streams of live events.',
  registers: [registry],
})

export const ledgerDifferences = new Gauge({
  name: 'rootsquare_ledger_differences',
  help: 'Differences that the last nightly check of the ledger found, on the node that ran it.',
  registers: [registry],
})
