import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { collectMetrics } from '#api/http/logs/metrics.ts'
import { openLog } from '#api/http/logs/log.ts'
import { startFakeOtlp } from '#api/test/fakes/otlp.ts'
import { buildSignUp } from '#api/test/builders/members.ts'
import { sharedApp, temporaryApp } from '#api/test/shared-app.ts'
import { registry } from '#api/ports/metrics/metrics.ts'
import { openTelemetry } from './open-telemetry.ts'
import { statementSummaries } from './record-spans.ts'
import { tracedPort } from './traced-port.ts'

type Line = Record<string, unknown>

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const callerId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${callerId}-01`

const otlp = await startFakeOtlp()
const lines: Line[] = []
const write = (line: string) => void lines.push(JSON.parse(line))
const telemetry = openTelemetry(
  { endpoint: otlp.url, serviceName: 'square', share: 1 },
  openLog('info', write),
)
const mails: string[] = []
const mailer = { send: async ({ to }: { to: string }) => void mails.push(to), close: () => {} }
const app = await sharedApp({
  telemetry,
  log: write,
  mailer: tracedPort(telemetry, 'mail', mailer, ['send']),
})
const person = await buildSignUp(app, { firstName: 'Chimamanda' })
afterAll(() => otlp.stop())

beforeAll(async () => {
  collectMetrics(app.deps)
  const query = { code: 'a-secret-code' }
  const headers = { traceparent }
  await app.call('POST', '/create/user', { body: person, query, headers })
  await app.call('GET', `/no-such-call/${person.username}`)
  await app.runJobs()
  await telemetry.stop()
})

const spanNamed = (name: string) => otlp.spans.find((span) => span.name === name)
const childrenOf = (spanId: string | undefined) =>
  otlp.spans.filter((span) => span.parentSpanId !== undefined && span.parentSpanId === spanId)

describe('a request', () => {
  test('is a span in the trace of its caller', () => {
    expect(spanNamed('POST /api/create/user')).toMatchObject({ traceId, parentSpanId: callerId })
    expect(spanNamed('POST /api/create/user')?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/create/user',
      'http.response.status_code': 200,
    })
  })

  test('has its statements as children', () => {
    const statements = childrenOf(spanNamed('POST /api/create/user')?.spanId)
    const names = statements.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['begin', 'insert members', 'commit']))
    for (const { attributes } of statements) expect(attributes['db.system.name']).toBe('postgresql')
  })

  test('has its trace in its log line', () => {
    const own = lines.filter(({ path }) => path === '/api/create/user')
    expect(own).toMatchObject([{ msg: 'request', traceId, reqId: expect.any(String) }])
    const other = lines.find(({ status }) => status === 404)
    expect(other?.['traceId']).toMatch(/^[\da-f]{32}$/)
    expect(otlp.spans.find((span) => span.traceId === other?.['traceId'])?.name).toBe('GET')
  })
})

test('a job is a trace of its own, with its statements and calls', () => {
  const job = otlp.spans.find((span) => span.attributes['messaging.message.id'] !== undefined)
  expect(job?.parentSpanId).toBeUndefined()
  expect(job?.traceId).not.toBe(traceId)
  expect(mails).toEqual([person.emailAddress])
  const [call] = childrenOf(job?.spanId).filter(({ name }) => name === 'mail send')
  expect(call?.attributes).toEqual({ 'peer.service': 'mail' })
  expect(childrenOf(job?.spanId).length).toBeGreaterThan(1)
})

test('sends no personal data and no values', () => {
  expect(otlp.bodies.length).toBeGreaterThan(1)
  const sent = otlp.bodies.join('\n')
  const { emailAddress, username, firstName, cipherCode } = person
  for (const secret of [emailAddress, username, firstName, cipherCode, 'a-secret-code', 'argon2'])
    expect(sent).not.toContain(secret)
})

test('sends the metrics of the metrics port', async () => {
  const sent = new Map(otlp.metrics.map((metric) => [metric.name, metric]))
  expect([...sent.keys()].toSorted()).toEqual(
    registry
      .getMetricsAsArray()
      .map(({ name }) => name)
      .toSorted(),
  )
  const request = { method: 'POST', route: '/api/create/user', status: 200 }
  const times = sent.get('rootsquare_http_request_seconds')?.histogram?.dataPoints
  const point = times?.find(({ attributes }) => attributes['route'] === request.route)
  expect(point).toMatchObject({
    attributes: request,
    count: 1,
    explicitBounds: expect.arrayContaining([0.25]),
  })
  const counts = Array.isArray(point?.['bucketCounts']) ? point['bucketCounts'] : []
  expect(counts.map(Number).reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(sent.get('rootsquare_job_runs_total')?.sum).toMatchObject({ isMonotonic: true })
  expect(sent.get('rootsquare_jobs')?.gauge?.dataPoints.map(({ attributes }) => attributes['state'])).toEqual(
    ['waiting', 'failed'],
  )
})

const hurried = { exportMs: 50, spansEveryMs: 5, metricsEveryMs: 60_000, stopMs: 50 }

test('logs a failing receiver once, and once when it works again', async () => {
  const failing = await startFakeOtlp()
  onTestFinished(() => failing.stop())
  failing.status = 400
  const said: Line[] = []
  const log = openLog('info', (line) => said.push(JSON.parse(line)))
  const sender = openTelemetry({ endpoint: failing.url, serviceName: 'square', share: 1 }, log, hurried)
  const sends = async (count: number) => {
    for (const goal = failing.bodies.length + count; failing.bodies.length < goal;)
      await vi.waitFor(() => {
        sender.startJob('greet', {}).end()
        expect(failing.bodies.length).toBeGreaterThanOrEqual(goal)
      })
  }
  await sends(3)
  failing.status = 200
  await sends(3)
  await sender.stop()
  expect(said.map(({ msg }) => msg)).toEqual([
    'telemetry cannot be sent and is dropped',
    'telemetry is sent again',
  ])
})

test('a receiver that never answers delays neither callers nor the stop', async () => {
  const silent = await startFakeOtlp()
  onTestFinished(() => silent.stop())
  silent.isSilent = true
  const settings = { endpoint: silent.url, serviceName: 'square', share: 1 }
  const sender = openTelemetry(settings, openLog('silent'), { ...hurried, exportMs: 60_000 })
  const slow = await temporaryApp({ telemetry: sender, sameDatabaseAs: { url: app.databaseUrl } })
  for (let count = 0; count < 20; count += 1)
    expect(await slow.call('GET', '/config')).toMatchObject({ status: 200 })
  await sender.stop()
  expect(silent.bodies.length).toBeGreaterThan(0)
})

test('a share of 0 records nothing, and log lines still have a trace', async () => {
  const idle = await startFakeOtlp()
  onTestFinished(() => idle.stop())
  const said: Line[] = []
  const log = (line: string) => void said.push(JSON.parse(line))
  const sender = openTelemetry({ endpoint: idle.url, serviceName: 'square', share: 0 }, openLog('silent'))
  const quiet = await temporaryApp({ telemetry: sender, log, sameDatabaseAs: { url: app.databaseUrl } })
  await quiet.call('GET', '/config', { headers: { traceparent } })
  await sender.stop()
  expect(idle.spans).toEqual([])
  expect(said.filter(({ reqId }) => reqId)).toMatchObject([{ msg: 'request', traceId }])
})

test.each([
  ['select "id" from "posts" where "title" = $1', 'select posts'],
  ['insert into "audit_log" ("note") values ($1)', 'insert audit_log'],
  ['with seen as (select 1) update only members set name = $1', 'with members'],
  ['(select graphile_worker.add_job($1))', 'select'],
  ["set local statement_timeout = '10min'", 'set'],
  ['delete from graphile_worker.jobs', 'delete graphile_worker.jobs'],
  ['', 'statement'],
])('%j is called %j', (sql, expected) => {
  expect(statementSummaries()(sql).summary).toBe(expected)
})
