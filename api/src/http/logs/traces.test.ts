import { endpoint } from '@rootsquare/contract/lib/endpoint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { serve } from '#api/http/serve/serve.ts'
import { temporaryApp } from '#api/test/shared-app.ts'
import { remoteSpanOf } from './traces.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

test.each([
  [`00-${traceId}-${spanId}-01`, { traceId, spanId, isSampled: true }],
  [`00-${traceId}-${spanId}-02`, { traceId, spanId, isSampled: false }],
  [`ff-${traceId}-${spanId}-01`, undefined],
  [`00-${'0'.repeat(32)}-${spanId}-01`, undefined],
  [`00-${traceId}-${'0'.repeat(16)}-01`, undefined],
  [`00-${traceId.toUpperCase()}-${spanId}-01`, undefined],
  [`00-${traceId}-${spanId}`, undefined],
  ['{"level":60}', undefined],
  [undefined, undefined],
])('the header %j is %j', (header, expected) => {
  expect(remoteSpanOf(header)).toEqual(expected)
})

const note = endpoint({
  method: 'GET',
  path: '/test/note',
  access: 'public',
  summary: 'Logs',
  reply: z.object({}),
})

test('without telemetry all lines of a request carry the trace of its caller', async () => {
  const lines: Record<string, unknown>[] = []
  const app = await temporaryApp({
    log: (line) => lines.push(JSON.parse(line)),
    extraRoutes: [
      (routes) =>
        serve(routes, note, async ({ deps }) => {
          deps.log.warn('noted')
          return {}
        }),
    ],
  })
  await app.call('GET', '/test/note', { headers: { traceparent: `00-${traceId}-${spanId}-01` } })
  await app.call('GET', '/test/note', { headers: { traceparent: 'made up' } })
  const own = lines.filter(({ reqId }) => reqId !== undefined)
  expect(own.map(({ msg, traceId: trace }) => [msg, trace])).toEqual([
    ['noted', traceId],
    ['request', traceId],
    ['noted', undefined],
    ['request', undefined],
  ])
})
