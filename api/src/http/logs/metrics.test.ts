import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { collectMetrics, serveMetrics } from '#api/http/logs/metrics.ts'
import { registry } from '#api/ports/metrics/metrics.ts'
import { sharedApp } from '#api/test/shared-app.ts'

const app = await sharedApp()
collectMetrics(app.deps)

test('serves metrics of requests, connections and process on their own port', async () => {
  const server = await serveMetrics(app.deps, '127.0.0.1', 0)
  onTestFinished(() => void server.close())
  await app.call('GET', '/groups/1')
  await app.call('GET', '/no-such-call')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  const figures = await answer.text()
  expect(answer.headers.get('content-type')).toContain('text/plain')
  expect(figures).toContain(
    'rootsquare_http_request_seconds_count{method="GET",route="/api/groups/:id",status="200"} 1',
  )
  expect(figures).toContain('status="404"')
  expect(figures).toMatch(/rootsquare_database_connections\{state="idle"\} \d/)
  expect(figures).toContain('rootsquare_jobs{state="waiting"} 0')
  expect(figures).toContain('process_cpu_seconds_total')
  expect(await app.call('GET', '/metrics')).toMatchObject({ status: 404 })
})

const readText = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

/** Lists metrics that only nodes have which shed calls or read from a replica. */
const onSomeNodes = ['rootsquare_replica_lag_seconds', 'rootsquare_replica_used']

test.each(['ops/grafana-dashboard.json', 'ops/alerts.yaml'])('%s names only metrics that exist', (path) => {
  const exposed = new Set([...onSomeNodes, ...registry.getMetricsAsArray().map(({ name }) => name)])
  const used = readText(path).match(/\b(?:rootsquare|process|nodejs)_[a-z\d_]+/g) ?? []
  const base = (name: string) => (exposed.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ''))
  expect(used.length).toBeGreaterThan(10)
  expect(used.map(base).filter((name) => !exposed.has(name))).toEqual([])
})

const Rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string(),
  labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
  annotations: z.strictObject({ summary: z.string(), runbook_url: z.literal('docs/operating.md#alerts') }),
})
const Rules = z.object({ groups: z.array(z.object({ rules: z.array(Rule) })) })

test('operating.md says what to do about each alert', () => {
  const rules = Rules.parse(parse(readText('ops/alerts.yaml'))).groups.flatMap((group) => group.rules)
  const [, section = ''] = readText('docs/operating.md').split('\n### Alerts\n')
  for (const { alert } of rules) expect(section).toContain(`\n| \`${alert}\` |`)
})
