import { ValueType, type HrTime } from '@opentelemetry/api'
import { emptyResource } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType } from '@opentelemetry/sdk-metrics'
import type { DataPoint, Histogram, MetricData, MetricProducer } from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

type Figure = MetricObjectWithValues<MetricValue<string>>
type Value = Figure['values'][number] & { metricName?: string }

/** Reads prom-client's metrics, so that METRICS_PORT and the collector show the same values. */
export function registryMetrics(registry: Registry): MetricProducer {
  const startTime = hrTime(Date.now())
  return {
    async collect() {
      const times = { startTime, endTime: hrTime(Date.now()) }
      const figures = await registry.getMetricsAsJSON()
      const metrics = figures.map((figure) => toMetric(figure, times))
      const scopeMetrics = [{ scope: { name: 'rootsquare' }, metrics }]
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] }
    },
  }
}

type Times = Pick<DataPoint<unknown>, 'startTime' | 'endTime'>

function hrTime(milliseconds: number): HrTime {
  return [Math.floor(milliseconds / 1000), (milliseconds % 1000) * 1_000_000]
}

function toMetric(figure: Figure, times: Times): MetricData {
  const { name, help: description, values } = figure
  const common = {
    descriptor: { name, description, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  // The types declare `type` as a number, but the package returns a word.
  const type = String(figure.type)
  if (type === 'histogram') {
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(figure, times) }
  }
  const dataPoints = values
    // JSON has no infinite numbers, but the lag of a lost replica is infinite.
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...times, attributes: attributesOf(labels), value }))
  if (type !== 'counter') return { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
  return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
}

function attributesOf(labels: Value['labels']) {
  const { le: _bound, ...rest } = labels
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
}

/** Joins buckets, sums and counts of the same labels, which the package lists separately. */
function histogramsOf({ name, values }: Figure, times: Times): DataPoint<Histogram>[] {
  const groups = Map.groupBy<string, Value>(values, ({ labels }) => JSON.stringify(attributesOf(labels)))
  return [...groups.values()].map((group) => {
    const valueOf = (ending: string) =>
      group.find((value) => value.metricName === `${name}${ending}`)?.value ?? 0
    const buckets = group.filter(({ metricName }) => metricName === `${name}_bucket`)
    // A bucket of Prometheus includes all smaller ones, a bucket of OpenTelemetry does not.
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0))
    const boundaries = buckets.map(({ labels }) => Number(labels['le'])).filter(Number.isFinite)
    return {
      ...times,
      attributes: attributesOf(group[0]?.labels ?? {}),
      value: { buckets: { boundaries, counts }, sum: valueOf('_sum'), count: valueOf('_count') },
    }
  })
}
