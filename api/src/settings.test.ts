import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BadSetting, readSettings, settingNames } from './settings.ts'

const secret = 'x'.repeat(32)
const vapidKey = 'cw9Vy8nWnhqQJ6YRM_B6iyYHv9Ym1lFyvSh1HUd0MNU'
const real = { DATABASE_URL: 'postgres://user:pass@db.example/square', JWT_SECRET: secret }
const shared = { ...real, REDIS_URL: 'redis://localhost:6379' }
const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'square',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hidden',
}
const cloudinary = {
  CLOUDINARY_UPLOAD_URL: 'https://api.cloudinary.com/v1_1/x/image/upload',
  CLOUDINARY_PRESET: 'p',
}

/** Returns the sentence with which a start with these settings stops. */
function rejectionMessage(env: Record<string, string>): string {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof BadSetting) return error.message
    throw error
  }
  throw new Error(`Nothing was wrong with ${JSON.stringify(env)}`)
}

describe('without any setting', () => {
  test('the product runs embedded on loopback', () => {
    expect(readSettings({})).toEqual({
      servesApi: true,
      runsJobs: true,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      hasPublicUrl: false,
      isSecure: false,
      isLocal: true,
      dataDir: '.data',
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      isEmbedded: true,
      redisUrl: undefined,
      smtpUrl: undefined,
      mailFrom: 'Rootsquare <no-reply@localhost>',
      s3: undefined,
      cloudinary: undefined,
      payments: 'sandbox',
      paystack: { secretKey: undefined, baseUrl: 'https://api.paystack.co' },
      push: { privateKey: undefined, allowsLocal: false },
      jwtSecret: undefined,
      tokenMinutes: 1440,
      superadmin: { username: undefined, email: undefined, password: undefined },
      isDemo: true,
      hasLinkCards: true,
      orderMinutes: 60,
      payouts: { delayDays: 3, accountHours: 24, commissionPercent: 0 },
      rateLimitScale: 1,
      logLevel: 'info',
      metricsPort: undefined,
      drainSeconds: 0,
      trustProxy: 'loopback',
    })
  })

  test('empty and unknown variables are ignored', () => {
    const empty = {
      PORT: '',
      DATABASE_URL: '',
      REDIS_URL: '',
      JWT_SECRET: '',
      DEMO: '',
      HOME: '/root',
      S3_BUCKET: '',
    }
    expect(readSettings(empty)).toEqual(readSettings({}))
  })
})

describe('.env.example', () => {
  const [, ofProduct = '', ofCompose = ''] =
    /^([^]*)# --- For docker compose\n([^]*)$/.exec(readText('../../.env.example')) ?? []
  const env = assignmentsIn(ofProduct)

  test('lists every setting once, and nothing else', () => {
    expect(env.map(({ name }) => name).toSorted()).toEqual(settingNames.toSorted())
  })

  test('has a sentence above each setting', () => {
    expect(env.filter(({ comment }) => !/^# \S.+\.$/.test(comment))).toEqual([])
  })

  test('shows the defaults', () => {
    const values = Object.fromEntries(env.map(({ name, value }) => [name, value]))
    expect(readSettings(values)).toEqual(readSettings({}))
  })

  test('sets nothing if it is copied unchanged', () => {
    expect(ofProduct + ofCompose).not.toMatch(/^[^#\n]/m)
  })

  test('names the other variables of compose.yaml', () => {
    const request = [...readText('../../compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].flatMap(
      ([, name]) => name ?? [],
    )
    const others = new Set(request.filter((name) => !settingNames.includes(name)))
    expect(new Set(assignmentsIn(ofCompose).map(({ name }) => name))).toEqual(others)
  })
})

function readText(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}

/** Each `#NAME=value` with the line above it. */
function assignmentsIn(text: string) {
  return [...text.matchAll(/^(.*)\n#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
    ([, comment = '', name = '', value = '']) => ({ name, value, comment }),
  )
}

describe('every setting is read', () => {
  test.each([
    [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
    [{ PORT: '0' }, { port: 0 }],
    [{ HOST: '::1' }, { host: '::1', isDemo: true }],
    [{ PUBLIC_URL: 'http://localhost:5173/' }, { publicUrl: 'http://localhost:5173', isSecure: false }],
    [
      { PUBLIC_URL: 'https://square.example', PAYMENTS: 'sandbox' },
      { publicUrl: 'https://square.example', isSecure: true },
    ],
    [{ DATA_DIR: '/var/lib/square' }, { dataDir: '/var/lib/square' }],
    [real, { databaseUrl: real.DATABASE_URL, isEmbedded: false, jwtSecret: secret, isDemo: false }],
    [{ ...real, DATABASE_URL: 'postgresql:///square?host=/run/pg' }, { isEmbedded: false }],
    [
      { ...real, DATABASE_DIRECT_URL: 'postgres://db.example/square' },
      { databaseDirectUrl: 'postgres://db.example/square' },
    ],
    [
      { ...shared, ROLE: 'web' },
      { servesApi: true, runsJobs: false },
    ],
    [
      { ...shared, ROLE: 'worker' },
      { servesApi: false, runsJobs: true },
    ],
    [{ REDIS_URL: 'redis://localhost:6379/1' }, { redisUrl: 'redis://localhost:6379/1' }],
    [
      { SMTP_URL: 'smtps://u:p@mail.example:465', MAIL_FROM: 'hello@example.com' },
      { mailFrom: 'hello@example.com' },
    ],
    [
      { ...s3, S3_REGION: 'eu-1', S3_PUBLIC_URL: 'https://cdn.example' },
      { s3: { bucket: 'square', region: 'eu-1' } },
    ],
    [s3, { s3: { region: 'auto', publicUrl: undefined } }],
    [cloudinary, { cloudinary: { preset: 'p' } }],
    [{ VAPID_PRIVATE_KEY: vapidKey }, { push: { privateKey: vapidKey } }],
    [{ LINK_CARDS: '0' }, { hasLinkCards: false }],
    [{ PUSH_TEST: '1' }, { push: { allowsLocal: true } }],
    [{ PAYSTACK_SECRET_KEY: 'sk_test_1' }, { payments: 'paystack', paystack: { secretKey: 'sk_test_1' } }],
    [{ PAYSTACK_SECRET_KEY: 'sk_test_1', PAYMENTS: 'sandbox' }, { payments: 'sandbox' }],
    [{ PAYSTACK_BASE_URL: 'http://127.0.0.1:9000' }, { paystack: { baseUrl: 'http://127.0.0.1:9000' } }],
    [{ JWT_SECRET: secret }, { jwtSecret: secret, isEmbedded: true }],
    [{ TOKEN_TTL_MINUTES: '5' }, { tokenMinutes: 5 }],
    [
      { SUPERADMIN_USERNAME: 'boss', SUPERADMIN_EMAIL: 'a@b.c', SUPERADMIN_PASSWORD: 'Hidden#1x' },
      { superadmin: { username: 'boss', email: 'a@b.c', password: 'Hidden#1x' } },
    ],
    [{ DEMO: '0' }, { isDemo: false }],
    [{ ...real, DEMO: '1' }, { isDemo: true }],
    [{ ORDER_TTL_MINUTES: '1' }, { orderMinutes: 1 }],
    [
      { PAYOUT_DELAY_DAYS: '0', PAYOUT_ACCOUNT_HOURS: '0', COMMISSION_PERCENT: '12.25' },
      { payouts: { delayDays: 0, accountHours: 0, commissionPercent: 12.25 } },
    ],
    [{ RATE_LIMIT_SCALE: '0' }, { rateLimitScale: 0 }],
    [{ RATE_LIMIT_SCALE: '2.5' }, { rateLimitScale: 2.5 }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ METRICS_PORT: '9464' }, { metricsPort: 9464 }],
    [{ DRAIN_SECONDS: '3' }, { drainSeconds: 3 }],
    [{ TRUST_PROXY: '10.0.0.0/8, fd00::/8,loopback' }, { trustProxy: '10.0.0.0/8, fd00::/8,loopback' }],
  ])('%o', (env, read) => {
    expect(readSettings(env)).toMatchObject(read)
  })
})

describe('an invalid setting stops the start with a message that', () => {
  test.each([
    ['ROLE', ['both', 'WEB', 'jobs']],
    ['PORT', ['http', '-1', '65536', '80.5', '0x50', '1e3', ' ', '3000a', '99999999999']],
    [
      'PUBLIC_URL',
      [
        'square.example',
        'ftp://square.example',
        'http://',
        'localhost:3000',
        'https://a.example/square',
        'https://a.example?x',
      ],
    ],
    ['DATABASE_URL', ['mysql://db/square', 'square', '/var/run/postgresql', 'http://db']],
    ['DATABASE_DIRECT_URL', ['mysql://db/square', 'db:5432']],
    ['DATABASE_REPLICA_URL', ['mysql://db/square', 'copy']],
    ['REDIS_URL', ['localhost:6379', 'http://localhost', 'redis']],
    ['SMTP_URL', ['mail.example', 'http://mail.example', 'mail.example:587']],
    ['MAIL_FROM', ['Rootsquare', 'a@b\nbcc: c@d', '<>', 'a@b, c@d', 'Square <nobody>']],
    ['S3_ENDPOINT', ['s3.example', 's3://bucket']],
    ['S3_PUBLIC_URL', ['cdn.example', '//cdn.example']],
    ['CLOUDINARY_UPLOAD_URL', ['cloudinary', 'ftp://x']],
    ['PAYSTACK_SECRET_KEY', ['pk_live_1', 'sk_live_a b', ' ']],
    ['PAYSTACK_BASE_URL', ['api.paystack.co', 'http://api.paystack.co']],
    ['PAYMENTS', ['cash', 'PAYSTACK', '1']],
    ['JWT_SECRET', ['short', 'x'.repeat(31)]],
    ['TOKEN_TTL_MINUTES', ['0', '-5', 'day', '1.5', '525601']],
    ['DEMO', ['yes', 'true', '2', 'TRUE']],
    ['ORDER_TTL_MINUTES', ['0', 'hour', '-1', '0.5']],
    ['PAYOUT_DELAY_DAYS', ['-1', '1.5', '366', 'three']],
    ['PAYOUT_ACCOUNT_HOURS', ['-1', '1.5', '8761', 'day']],
    ['COMMISSION_PERCENT', ['-1', '50.01', '1.234', '5%', '100']],
    ['RATE_LIMIT_SCALE', ['-1', 'off', 'Infinity', 'NaN', '0x2', '1e400', '.']],
    ['LOG_LEVEL', ['loud', 'INFO', 'warning']],
    ['METRICS_PORT', ['metrics', '70000', '-1']],
    ['DRAIN_SECONDS', ['soon', '6', '-1']],
    [
      'TRUST_PROXY',
      ['everyone', '10.0.0.0/40', '1', 'loopback/8', '10.0.0.1,', 'fd00::/129', '0.0.0.0/0', '*'],
    ],
  ])('%s', (name, values) => {
    for (const value of values) {
      const sentence = rejectionMessage({ ...s3, ...cloudinary, [name]: value })
      expect(sentence).toMatch(new RegExp(`^${name} must (be|have|list) [^\\n]+\\.$`))
      expect(sentence.match(/\bmust\b/g)).toHaveLength(1)
    }
  })

  test('names each invalid setting', () => {
    const sentence = rejectionMessage({ PORT: 'x', LOG_LEVEL: 'y', DEMO: 'z' })
    for (const name of ['PORT', 'LOG_LEVEL', 'DEMO']) expect(sentence).toContain(`${name} must be`)
  })

  test('does not repeat the value, which may contain a password', () => {
    expect(rejectionMessage({ DATABASE_URL: 'mysql://root:hidden-word@db/x' })).not.toContain('hidden-word')
    expect(rejectionMessage({ SMTP_URL: 'http://root:hidden-word@mail' })).not.toContain('hidden-word')
    expect(rejectionMessage({ JWT_SECRET: 'hidden-word' })).not.toContain('hidden-word')
    expect(rejectionMessage({ PAYSTACK_SECRET_KEY: 'pk_hidden-word' })).not.toContain('hidden-word')
  })
})

describe('combinations of settings', () => {
  test('JWT_SECRET is required with DATABASE_URL', () => {
    expect(rejectionMessage({ DATABASE_URL: real.DATABASE_URL })).toBe(
      'JWT_SECRET is required with DATABASE_URL.',
    )
  })
  test('DATABASE_URL is required with DATABASE_REPLICA_URL', () => {
    const replica = { DATABASE_REPLICA_URL: 'postgres://user:pass@copy.example/square' }
    expect(rejectionMessage(replica)).toBe('DATABASE_URL is required with DATABASE_REPLICA_URL.')
    expect(readSettings({ ...real, ...replica })).toMatchObject({ replicaUrl: replica.DATABASE_REPLICA_URL })
  })

  test('ROLE needs a database and a Redis that the processes share', () => {
    for (const missing of ['DATABASE_URL', 'REDIS_URL'])
      expect(rejectionMessage({ ...shared, ROLE: 'worker', [missing]: '' })).toMatch(
        /^DATABASE_URL and REDIS_URL are required with ROLE: [^.]+\.$/,
      )
  })

  test('DATABASE_DIRECT_URL is rejected without a pooler', () => {
    expect(rejectionMessage({ DATABASE_DIRECT_URL: real.DATABASE_URL })).toMatch(
      /^DATABASE_URL is required with [^.]+\.$/,
    )
  })

  describe('DEMO', () => {
    const local = {
      HOST: ['127.0.0.1', 'localhost', '::1'],
      PUBLIC_URL: ['', 'https://localhost', 'http://127.1:8080', 'http://[::1]:3000'],
    }
    const open = {
      HOST: [
        '0.0.0.0',
        '::',
        '192.168.1.5',
        '127.0.0.2',
        '::ffff:127.0.0.1',
        'localhost.evil.com',
        'LOCALHOST.',
      ],
      PUBLIC_URL: [
        'https://square.example',
        'http://0.0.0.0',
        'http://127.0.0.2',
        'http://localhost.evil.com',
        'http://localhost.',
        'http://127.0.0.1.evil.com',
        'http://[::ffff:127.0.0.1]',
        'http://[::]',
      ],
    }
    const payments: Record<string, string>[] = [{ PAYMENTS: 'sandbox' }, { PAYSTACK_SECRET_KEY: 'sk_live_1' }]
    const settingsOf = (hosts: string[], urls: string[]) =>
      hosts.flatMap((HOST) =>
        urls.flatMap((PUBLIC_URL) => payments.map((paid) => ({ HOST, PUBLIC_URL, ...paid }))),
      )

    test('is on by default where only this machine can open the product', () => {
      for (const env of settingsOf(local.HOST, local.PUBLIC_URL)) {
        expect(readSettings(env), JSON.stringify(env)).toMatchObject({ isLocal: true, isDemo: true })
        expect(readSettings({ ...env, DEMO: '0' }).isDemo).toBe(false)
        expect(readSettings({ ...env, ...real }).isDemo).toBe(false)
        expect(readSettings({ ...env, ...real, DEMO: '1' }).isDemo).toBe(true)
      }
    })

    test('is off by default and rejected where others can open it', () => {
      for (const env of [
        ...settingsOf(open.HOST, [...local.PUBLIC_URL, ...open.PUBLIC_URL]),
        ...settingsOf(local.HOST, open.PUBLIC_URL),
      ]) {
        expect(readSettings(env), JSON.stringify(env)).toMatchObject({ isLocal: false, isDemo: false })
        expect(readSettings({ ...env, ...real }).isDemo).toBe(false)
        for (const database of [{}, real])
          expect(rejectionMessage({ ...env, ...database, DEMO: '1' })).toMatch(
            /^DEMO is only for a HOST and a PUBLIC_URL that are/,
          )
      }
    })
  })

  test('a public URL needs PAYMENTS=sandbox for the sandbox', () => {
    for (const PUBLIC_URL of [
      'https://square.example',
      'http://192.168.1.5:3000',
      'http://localhost.example',
    ]) {
      expect(rejectionMessage({ PUBLIC_URL })).toMatch(/^PAYSTACK_SECRET_KEY .*PAYMENTS=sandbox/)
      expect(readSettings({ PUBLIC_URL, PAYMENTS: 'sandbox' }).payments).toBe('sandbox')
      expect(readSettings({ PUBLIC_URL, PAYSTACK_SECRET_KEY: 'sk_live_1' }).payments).toBe('paystack')
      const test = { PUBLIC_URL, PAYSTACK_SECRET_KEY: 'sk_test_1' }
      expect(rejectionMessage(test)).toMatch(/^PAYSTACK_SECRET_KEY is no live key.*PAYMENTS=sandbox/)
      expect(rejectionMessage({ ...test, PAYMENTS: 'paystack' })).toMatch(
        /^PAYSTACK_SECRET_KEY is no live key/,
      )
      expect(rejectionMessage({ PUBLIC_URL, PAYSTACK_SECRET_KEY: 'key' })).toMatch(
        /^PAYSTACK_SECRET_KEY is no live/,
      )
      expect(readSettings({ ...test, PAYMENTS: 'sandbox' }).payments).toBe('sandbox')
    }
    for (const PUBLIC_URL of [
      'http://localhost:80',
      'http://127.0.0.1',
      'http://[::1]:3000',
      'https://localhost',
    ]) {
      expect(readSettings({ PUBLIC_URL }).payments).toBe('sandbox')
      expect(readSettings({ PUBLIC_URL, PAYSTACK_SECRET_KEY: 'sk_test_1' }).payments).toBe('paystack')
    }
  })

  test('PAYMENTS=paystack needs the key', () => {
    expect(rejectionMessage({ PAYMENTS: 'paystack' })).toBe(
      'PAYSTACK_SECRET_KEY is required with PAYMENTS=paystack.',
    )
  })

  test('an incomplete media store names what is missing', () => {
    for (const name of Object.keys(s3))
      expect(rejectionMessage({ ...s3, [name]: '' })).toMatch(new RegExp(`^${name} missing`))
    expect(rejectionMessage({ S3_PUBLIC_URL: 'https://cdn.example' })).toMatch(/^S3_ENDPOINT, S3_BUCKET/)
    expect(rejectionMessage({ S3_REGION: 'eu-1' })).toMatch(/^S3_ENDPOINT, S3_BUCKET/)
    for (const name of Object.keys(cloudinary)) {
      expect(rejectionMessage({ ...cloudinary, [name]: '' })).toMatch(new RegExp(`^${name} missing`))
    }
  })
})
