import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() })
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .transform((list) =>
    Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? value.intValue])),
  )

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: Attributes,
  status: z.object({ code: z.number() }),
})
export type SentSpan = z.output<typeof Span>

const Point = z.looseObject({ attributes: Attributes })
const Points = z.looseObject({ dataPoints: z.array(Point) })
const Metric = z.looseObject({
  name: z.string(),
  sum: Points.optional(),
  gauge: Points.optional(),
  histogram: Points.optional(),
})

const Traces = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
})
const Metrics = z.object({
  resourceMetrics: z.array(z.object({ scopeMetrics: z.array(z.object({ metrics: z.array(Metric) })) })),
})

/** Collects what is sent by OTLP as JSON. */
export async function startFakeOtlp() {
  const spans: SentSpan[] = []
  const metrics: z.output<typeof Metric>[] = []
  const bodies: string[] = []
  const fake = { spans, metrics, bodies, status: 200, isSilent: false }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies.push(body)
    if (fake.isSilent) return
    if (fake.status === 200 && request.url === '/v1/traces') {
      for (const { scopeSpans } of Traces.parse(JSON.parse(body)).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    if (fake.status === 200 && request.url === '/v1/metrics') {
      for (const { scopeMetrics } of Metrics.parse(JSON.parse(body)).resourceMetrics)
        for (const scope of scopeMetrics) metrics.push(...scope.metrics)
    }
    response.writeHead(fake.status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return Object.assign(fake, {
    url: `http://127.0.0.1:${portOf(address)}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  })
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
