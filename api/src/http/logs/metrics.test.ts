import { expect, onTestFinished, test } from 'vitest'
import { serveMetrics } from '#api/http/logs/metrics.ts'
import { temporaryApp } from '#api/test/shared-app.ts'

test('metrics of requests, connections and process have their own port', async () => {
  const app = await temporaryApp()
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
  expect(figures).toContain('process_cpu_seconds_total')
  expect(await app.call('GET', '/metrics')).toMatchObject({ status: 404 })
})
