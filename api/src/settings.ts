import { Environment, loopback } from './environment.ts'

/** The names of all environment variables, which .env.example lists too. */
export const settingNames = Object.keys(Environment.shape)

export type Settings = ReturnType<typeof settle>

/** An invalid setting, with a message for the person who started the product. */
export class BadSetting extends Error {
  override name = 'BadSetting'
}

export function readSettings(environment: Record<string, string | undefined>): Settings {
  // Compose files and shells leave empty variables, so an empty variable counts as unset.
  const env = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = Environment.safeParse(env)
  if (!read.success) {
    const sentences = read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`)
    throw new BadSetting(sentences.join(' '))
  }
  const settings = settle(read.data)
  rejectContradictions(read.data, settings)
  return settings
}

function settle(env: Environment) {
  const { isEmbedded } = databasesOf(env)
  const address = publicAddressOf(env)
  return {
    ...tasksOf(env),
    port: env.PORT,
    host: env.HOST,
    ...address,
    dataDir: env.DATA_DIR,
    ...databasesOf(env),
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `Rootsquare <no-reply@${new URL(address.publicUrl).hostname}>`,
    s3: s3Of(env),
    cloudinary: cloudinaryOf(env),
    payments: env.PAYMENTS ?? (env.PAYSTACK_SECRET_KEY ? 'paystack' : 'sandbox'),
    paystack: {
      secretKey: env.PAYSTACK_SECRET_KEY,
      baseUrl: env.PAYSTACK_BASE_URL ?? 'https://api.paystack.co',
    },
    push: pushOf(env),
    jwtSecret: env.JWT_SECRET,
    tokenMinutes: env.TOKEN_TTL_MINUTES,
    superadmin: superadminOf(env),
    isDemo: env.DEMO === undefined ? isEmbedded && address.isLocal : env.DEMO === '1',
    hasLinkCards: env.LINK_CARDS === '1',
    orderMinutes: env.ORDER_TTL_MINUTES,
    payouts: payoutsOf(env),
    rateLimitScale: env.RATE_LIMIT_SCALE,
    logLevel: env.LOG_LEVEL,
    metricsPort: env.METRICS_PORT,
    drainSeconds: env.DRAIN_SECONDS,
    telemetry: telemetryOf(env),
    trustProxy: env.TRUST_PROXY,
    webDir: env.WEB_DIR,
  }
}

function publicAddressOf({ PUBLIC_URL, PORT, HOST }: Environment) {
  const { origin, hostname } = new URL(PUBLIC_URL ?? `http://localhost:${PORT}`)
  const hasPublicUrl = !loopback.has(hostname)
  return {
    publicUrl: origin,
    hasPublicUrl,
    isSecure: origin.startsWith('https:'),
    /** Nobody but this machine can open it. */
    isLocal: loopback.has(HOST) && !hasPublicUrl,
  }
}

const superadminOf = (env: Environment) => ({
  username: env.SUPERADMIN_USERNAME,
  email: env.SUPERADMIN_EMAIL,
  password: env.SUPERADMIN_PASSWORD,
})

const tasksOf = ({ ROLE }: Environment) => ({
  servesApi: ROLE !== 'worker',
  runsJobs: ROLE !== 'web',
})

const databasesOf = (env: Environment) => ({
  databaseUrl: env.DATABASE_URL,
  databaseDirectUrl: env.DATABASE_DIRECT_URL,
  replicaUrl: env.DATABASE_REPLICA_URL,
  isEmbedded: env.DATABASE_URL === undefined,
})

const payoutsOf = (env: Environment) => ({
  delayDays: env.PAYOUT_DELAY_DAYS,
  accountHours: env.PAYOUT_ACCOUNT_HOURS,
  commissionPercent: env.COMMISSION_PERCENT,
})

function s3Of(env: Environment) {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: keyId,
    S3_SECRET_ACCESS_KEY: secret,
  } = env
  if (!endpoint || !bucket || !keyId || !secret) return undefined
  return {
    endpoint,
    bucket,
    keyId,
    secret,
    region: env.S3_REGION ?? 'auto',
    publicUrl: env.S3_PUBLIC_URL,
  }
}

type PushSettings = { privateKey: string | undefined; allowsLocal: boolean }

/** Only a command of the owner sets it to undefined: it sends no pushes. */
function pushOf(env: Environment): PushSettings | undefined {
  return { privateKey: env.VAPID_PRIVATE_KEY, allowsLocal: env.PUSH_TEST === '1' }
}

function telemetryOf(env: Environment) {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return undefined
  return { endpoint, serviceName: env.OTEL_SERVICE_NAME, share: env.OTEL_TRACES_SAMPLER_ARG }
}

function cloudinaryOf(env: Environment) {
  const { CLOUDINARY_UPLOAD_URL: uploadUrl, CLOUDINARY_PRESET: preset } = env
  return uploadUrl && preset ? { uploadUrl, preset } : undefined
}

/** Rejects combinations of settings that are valid only separately. */
function rejectContradictions(env: Environment, settings: Settings): void {
  if (!settings.isEmbedded && !env.JWT_SECRET)
    throw new BadSetting('JWT_SECRET is required with DATABASE_URL.')
  if (env.DATABASE_DIRECT_URL && settings.isEmbedded)
    throw new BadSetting(
      'DATABASE_URL is required with DATABASE_DIRECT_URL: it is the address of the pooler.',
    )
  rejectLonelyRole(env)
  if (settings.isEmbedded && env.DATABASE_REPLICA_URL)
    throw new BadSetting('DATABASE_URL is required with DATABASE_REPLICA_URL.')
  if (env.DEMO === '1' && !settings.isLocal) {
    throw new BadSetting(
      'DEMO is only for a HOST and a PUBLIC_URL that are loopback (localhost, 127.0.0.1, ::1): its log-ins are public.',
    )
  }
  if (env.PUSH_TEST === '1' && !loopback.has(env.HOST)) {
    throw new BadSetting(
      'PUSH_TEST is only for a HOST that is loopback: it lets members send requests to this network.',
    )
  }
  if (env.PAYMENTS === 'paystack' && !env.PAYSTACK_SECRET_KEY) {
    throw new BadSetting('PAYSTACK_SECRET_KEY is required with PAYMENTS=paystack.')
  }
  if (!env.PAYSTACK_SECRET_KEY && !env.PAYMENTS && settings.hasPublicUrl) {
    throw new BadSetting(
      'PAYSTACK_SECRET_KEY is missing. Set it, or say PAYMENTS=sandbox to take no real money.',
    )
  }
  rejectTestKey(settings)
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT !== 0 && env.METRICS_PORT === env.PORT) {
    throw new BadSetting('METRICS_PORT must be another one than PORT.')
  }
  const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  rejectHalf(env, s3Names, ['S3_REGION', 'S3_PUBLIC_URL'])
  rejectHalf(env, ['CLOUDINARY_UPLOAD_URL', 'CLOUDINARY_PRESET'])
}

/** Rejects a role that would work alone: web and worker share the database, and jobs announce live events over Redis. */
function rejectLonelyRole({ ROLE, DATABASE_URL, REDIS_URL }: Environment): void {
  if (ROLE && !(DATABASE_URL && REDIS_URL))
    throw new BadSetting(
      'DATABASE_URL and REDIS_URL are required with ROLE: web and worker processes share both.',
    )
}

/** Rejects a test key on a public server, because anybody could pay with a test card there. */
function rejectTestKey({ payments, paystack, hasPublicUrl }: Settings): void {
  const isTest = payments === 'paystack' && !paystack.secretKey?.startsWith('sk_live_')
  if (isTest && hasPublicUrl) {
    throw new BadSetting(
      'PAYSTACK_SECRET_KEY is no live key (sk_live_…), and PUBLIC_URL is real. Set the live one, or say PAYMENTS=sandbox to take no real money.',
    )
  }
}

type Name = keyof Environment

/** Requires all of `together` or none, and allows `optional` only with all of them. */
function rejectHalf(env: Environment, together: readonly Name[], optional: readonly Name[] = []): void {
  const missing = together.filter((name) => env[name] === undefined)
  const present = [...together, ...optional].filter((name) => env[name] !== undefined)
  if (missing.length > 0 && present.length > 0) {
    throw new BadSetting(`${missing.join(', ')} missing: ${together.join(', ')} go together.`)
  }
}
