import { createECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'

const loopback = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

const whole = (min: number, max: number) => {
  const text = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, text)
    .transform(Number)
    .refine((value) => value >= min && value <= max, text)
}

const url = (...schemes: string[]) =>
  z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), {
    error: `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    abort: true,
  })

/** A comma-separated list of addresses, networks and the names that proxy-addr knows. */
const isProxyList = (value: string) =>
  value.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/')
    if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return bits === undefined
    const most = { 4: 32, 6: 128 }[isIP(address)]
    return (
      most !== undefined &&
      rest.length === 0 &&
      (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && +bits <= most))
    )
  })

/** The number of a private key of the curve P-256. */
const isVapidKey = (value: string) => {
  try {
    createECDH('prime256v1').setPrivateKey(value, 'base64url')
    return /^[\w-]{43}$/.test(value)
  } catch {
    return false
  }
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const Environment = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url('http:', 'https:')
    .refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
      error: 'must be an origin, such as https://example.com, without a path',
    })
    .optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'must be an address, such as Rootsquare <hello@example.com>',
    )
    .optional(),
  S3_ENDPOINT: url('http:', 'https:').optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PUBLIC_URL: url('http:', 'https:').optional(),
  CLOUDINARY_UPLOAD_URL: url('https:', 'http:').optional(),
  CLOUDINARY_PRESET: z.string().optional(),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^(?!pk_)\S+$/, 'must be the secret key, not the public one, and has no blanks')
    .optional(),
  PAYSTACK_BASE_URL: url('http:', 'https:')
    .refine((value) => value.startsWith('https:') || loopback.has(new URL(value).hostname), {
      error: 'must be an address that begins with https://, unless it is loopback: the key travels there',
    })
    .optional(),
  PAYMENTS: z.enum(['paystack', 'sandbox'], 'must be paystack or sandbox').optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .refine(isVapidKey, 'must be a private VAPID key, 43 letters and digits as npx web-push prints it')
    .optional(),
  PUSH_TEST: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  TOKEN_TTL_MINUTES: whole(1, 525_600).default(1440),
  SUPERADMIN_USERNAME: z.string().optional(),
  SUPERADMIN_EMAIL: z.string().optional(),
  SUPERADMIN_PASSWORD: z.string().optional(),
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  LINK_CARDS: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
  ORDER_TTL_MINUTES: whole(1, 525_600).default(60),
  RATE_LIMIT_SCALE: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a number of 0 or more')
    .transform(Number)
    .default(1),
  LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('info'),
  METRICS_PORT: whole(0, 65_535).optional(),
  WEB_DIR: z.string().optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      isProxyList,
      'must list loopback, linklocal, uniquelocal, addresses or networks, with commas between',
    )
    .default('loopback'),
})

/** All environment variables. .env.example lists each. */
export const settingNames = Object.keys(Environment.shape)

type Environment = z.output<typeof Environment>

export type Settings = ReturnType<typeof settle>

/** An invalid setting, with a message for the person who started the product. */
export class BadSetting extends Error {
  override name = 'BadSetting'
}

export function readSettings(environment: Record<string, string | undefined>): Settings {
  // Compose files and shells leave empty variables, so empty counts as unset.
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
  const isEmbedded = env.DATABASE_URL === undefined
  const origin = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: origin,
    isSecure: origin.startsWith('https:'),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    isEmbedded,
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `Rootsquare <no-reply@${new URL(origin).hostname}>`,
    s3: s3Of(env),
    cloudinary: cloudinaryOf(env),
    payments: env.PAYMENTS ?? (env.PAYSTACK_SECRET_KEY ? 'paystack' : 'sandbox'),
    paystack: {
      secretKey: env.PAYSTACK_SECRET_KEY,
      baseUrl: env.PAYSTACK_BASE_URL ?? 'https://api.paystack.co',
    },
    push: { privateKey: env.VAPID_PRIVATE_KEY, allowsLocal: env.PUSH_TEST === '1' },
    jwtSecret: env.JWT_SECRET,
    tokenMinutes: env.TOKEN_TTL_MINUTES,
    superadmin: {
      username: env.SUPERADMIN_USERNAME,
      email: env.SUPERADMIN_EMAIL,
      password: env.SUPERADMIN_PASSWORD,
    },
    isDemo: env.DEMO === undefined ? isEmbedded && loopback.has(env.HOST) : env.DEMO === '1',
    hasLinkCards: env.LINK_CARDS === '1',
    orderMinutes: env.ORDER_TTL_MINUTES,
    rateLimitScale: env.RATE_LIMIT_SCALE,
    logLevel: env.LOG_LEVEL,
    metricsPort: env.METRICS_PORT,
    trustProxy: env.TRUST_PROXY,
    webDir: env.WEB_DIR,
  }
}

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

function cloudinaryOf(env: Environment) {
  const { CLOUDINARY_UPLOAD_URL: uploadUrl, CLOUDINARY_PRESET: preset } = env
  return uploadUrl && preset ? { uploadUrl, preset } : undefined
}

/** Rejects combinations of settings that are each valid. */
function rejectContradictions(env: Environment, settings: Settings): void {
  if (!settings.isEmbedded && !env.JWT_SECRET)
    throw new BadSetting('JWT_SECRET is required with DATABASE_URL.')
  if (env.DEMO === '1' && !loopback.has(env.HOST)) {
    throw new BadSetting('DEMO is only for a HOST that is loopback: its log-ins are public.')
  }
  if (env.PUSH_TEST === '1' && !loopback.has(env.HOST)) {
    throw new BadSetting(
      'PUSH_TEST is only for a HOST that is loopback: it lets members send requests to this network.',
    )
  }
  if (env.PAYMENTS === 'paystack' && !env.PAYSTACK_SECRET_KEY) {
    throw new BadSetting('PAYSTACK_SECRET_KEY is required with PAYMENTS=paystack.')
  }
  if (!env.PAYSTACK_SECRET_KEY && !env.PAYMENTS && !loopback.has(new URL(settings.publicUrl).hostname)) {
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

/** On a public server anybody could pay with a test card. */
function rejectTestKey({ payments, paystack, publicUrl }: Settings): void {
  const isTest = payments === 'paystack' && !paystack.secretKey?.startsWith('sk_live_')
  if (isTest && !loopback.has(new URL(publicUrl).hostname)) {
    throw new BadSetting(
      'PAYSTACK_SECRET_KEY is no live key (sk_live_…), and PUBLIC_URL is real. Set the live one, or say PAYMENTS=sandbox to take no real money.',
    )
  }
}

type Name = keyof Environment

/** Requires all of `together` or none, and allows `optional` only with them. */
function rejectHalf(env: Environment, together: readonly Name[], optional: readonly Name[] = []): void {
  const missing = together.filter((name) => env[name] === undefined)
  const present = [...together, ...optional].filter((name) => env[name] !== undefined)
  if (missing.length > 0 && present.length > 0) {
    throw new BadSetting(`${missing.join(', ')} missing: ${together.join(', ')} go together.`)
  }
}
