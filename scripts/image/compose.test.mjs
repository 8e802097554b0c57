import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings, settingNames } from '../../api/src/settings.ts'
import { startS3 } from '../../api/src/test/fakes/s3.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const secrets = {
  JWT_SECRET: 'x'.repeat(32),
  POSTGRES_PASSWORD: 'of-the-database',
  STORE_KEY_ID: 'of-the-store',
  STORE_SECRET: 'secret-of-the-store',
}
const { services, volumes, configs } = composeWith(secrets)

function read(file) {
  return readFileSync(`${root}/${file}`, 'utf8')
}

function composeWith(values) {
  const fill = (_key, value) => (typeof value === 'string' ? filledIn(value, values) : value)
  return parse(read('compose.yaml'), fill, { merge: true })
}

/** Returns the text with `${NAME}`, `${NAME:-default}`, `${NAME:?complaint}` and `$$` replaced as compose does. */
function filledIn(text, values) {
  return text.replaceAll(/\$\$|\$\{([A-Z0-9_]+)(?::([-?])([^}]*))?\}/g, (whole, name, kind, rest) => {
    if (whole === '$$') return '$'
    if (values[name]) return values[name]
    if (kind === '-') return rest
    throw new Error(`${name} is not set, and has no default.`)
  })
}

test('every image is pinned to an exact version', () => {
  const images = Object.values(services).map(({ image }) => image)
  expect(images.filter((image) => !/^[a-z/]+:v?\d+\.\d+(?:\.\d+)?(?:-[a-z]+)?$/.test(image))).toEqual([])
  expect(services.product.image).toBe(`rootsquare:${JSON.parse(read('package.json')).version}`)
})

test('compose passes only valid settings', () => {
  const { environment } = services.product
  expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([])
  expect(readSettings(environment)).toMatchObject({
    publicUrl: 'http://localhost:8080',
    databaseUrl: 'postgresql://rootsquare:of-the-database@database:5432/rootsquare',
    redisUrl: 'redis://counters:6379',
    smtpUrl: 'smtp://mail:1025',
    payments: 'sandbox',
    trustProxy: 'uniquelocal',
    s3: { endpoint: 'http://store:8333', publicUrl: 'http://localhost:8080/stored' },
  })
})

test('a Paystack key and a public address make payments real', () => {
  const values = { ...secrets, PUBLIC_URL: 'https://square.example', PAYSTACK_SECRET_KEY: 'sk_live_x' }
  const { environment } = composeWith(values).services.product
  expect(readSettings(environment)).toMatchObject({ payments: 'paystack' })
})

test('every setting of .env.example reaches the product', () => {
  const ours = ['PORT', 'HOST', 'DATA_DIR', 'DEMO', 'WEB_DIR', 'PUSH_TEST']
  const given = Object.keys(services.product.environment)
  expect(settingNames.filter((name) => !given.includes(name) && !ours.includes(name))).toEqual([])
})

test('only one service builds the image', () => {
  const building = Object.entries(services).filter(([, { build }]) => build !== undefined)
  expect(building.map(([name]) => name)).toEqual(['product'])
})

test('npm start reads the same .env file as compose', () => {
  expect(readSettings(secrets)).toEqual(readSettings({ JWT_SECRET: secrets.JWT_SECRET }))
})

test('no secret has a default', () => {
  for (const name of Object.keys(secrets)) {
    expect(() => composeWith({ ...secrets, [name]: '' })).toThrow(`${name} is not set`)
  }
})

test('only the proxy is published, on loopback', () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined)
  expect(published.map(([name]) => name)).toEqual(['proxy'])
  expect(services.proxy.ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
})

test('services write only to their volumes and gain no privileges', () => {
  for (const service of Object.values(services)) {
    expect(service).toMatchObject({ read_only: true, security_opt: ['no-new-privileges:true'] })
    expect(service.tmpfs).toContain('/tmp')
  }
  const mounted = Object.values(services).flatMap((service) => service.volumes ?? [])
  expect(mounted.map((volume) => volume.split(':')[0]).toSorted()).toEqual(Object.keys(volumes).toSorted())
})

test('each service waits for its dependencies', () => {
  for (const { depends_on: needed = {} } of Object.values(services)) {
    for (const [name, { condition }] of Object.entries(needed)) {
      // The product's own check is in the Dockerfile.
      const isWatched = name === 'product' || services[name].healthcheck?.test !== undefined
      expect(condition).toBe(isWatched ? 'service_healthy' : 'service_completed_successfully')
    }
  }
  expect(Object.keys(services.product.depends_on).toSorted()).toEqual([
    'bucket',
    'counters',
    'database',
    'mail',
  ])
})

test('the bucket is public for reading only', () => {
  const { identities } = JSON.parse(configs.store.content)
  const [product, anonymous] = identities
  expect(product.credentials).toEqual([{ accessKey: 'of-the-store', secretKey: 'secret-of-the-store' }])
  expect(anonymous).toEqual({
    name: 'anonymous',
    actions: [`Read:${services.product.environment.S3_BUCKET}`],
  })
})

test('the bucket is created only if it is missing', async () => {
  const store = await startS3()
  onTestFinished(store.stop)
  const [, ...args] = services.bucket.command
  const fresh = { ...process.env, ...store.settings, S3_BUCKET: 'fresh-bucket' }
  const address = `${store.settings.S3_ENDPOINT}/fresh-bucket`
  const run = async (env) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
    const [code] = await once(child, 'close')
    return code
  }
  expect((await fetch(address)).status).toBe(404)
  expect(await run(fresh)).toBe(0)
  expect((await fetch(address)).status).not.toBe(404)
  expect(await run(fresh)).toBe(0)
})
