import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#api/test/database.ts'
import { startFakeOtlp } from '#api/test/fakes/otlp.ts'
import { freshFolder } from '#api/test/processes/embedded-server.ts'
import { startProduct } from '#api/test/processes/product-process.ts'

/** Prints each OpenTelemetry module that the process loads. prom-client loads the api by itself. */
const spy = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) {
  const name = /@opentelemetry\\/(?!api\\/)([^/]+)/.exec(url)?.[1]
  if (name) process.stdout.write('loaded ' + name + '\\n')
  return next(url, context)
} })`

async function start(more: Record<string, string>) {
  const database = await cloneDatabase()
  onTestFinished(database.drop)
  return startProduct(freshFolder(), {
    DATABASE_URL: database.url,
    JWT_SECRET: 'a secret only for tests, of some length',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(spy)}`,
    ...more,
  })
}

const loaded = (lines: string[]) => new Set(lines.filter((line) => line.startsWith('loaded ')))

test('without an endpoint no module of OpenTelemetry is loaded', async () => {
  const product = await start({})
  expect(await product.call('GET', '/health/ready')).toMatchObject({ status: 200 })
  await product.end('SIGTERM')
  expect(loaded(product.lines)).toEqual(new Set())
})

test('with an endpoint a stop sends what is left', async () => {
  const otlp = await startFakeOtlp()
  onTestFinished(() => otlp.stop())
  const product = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url })
  await product.call('GET', '/health/ready')
  expect(await product.end('SIGTERM')).toBe(0)
  expect(loaded(product.lines)).toContain('loaded sdk-trace')
  expect(otlp.spans.map(({ name }) => name)).toContain('GET /api/health/ready')
  expect(otlp.metrics.map(({ name }) => name)).toContain('nodejs_eventloop_lag_p99_seconds')
})
