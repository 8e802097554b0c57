import { createECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'

export const loopback = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

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

/** Checks for a comma-separated list of addresses, networks and the names that proxy-addr knows. */
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

/** Checks for the number of a private key on the curve P-256. */
const isVapidKey = (value: string) => {
  try {
    createECDH('prime256v1').setPrivateKey(value, 'base64url')
    return /^[\w-]{43}$/.test(value)
  } catch {
    return false
  }
}

const percentText = 'must be a number from 0 to 50 with at most 2 decimals'

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const Environment = z.object({
  ROLE: z.enum(['web', 'worker'], 'must be web or worker').optional(),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url('http:', 'https:')
    .refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
      error: 'must be an origin, such as https://example.com, without a path',
    })
    .optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_DIRECT_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_REPLICA_URL: url('postgres:', 'postgresql:').optional(),
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
  PAYOUT_DELAY_DAYS: whole(0, 365).default(3),
  PAYOUT_ACCOUNT_HOURS: whole(0, 8760).default(24),
  COMMISSION_PERCENT: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, percentText)
    .transform(Number)
    .refine((value) => value <= 50, percentText)
    .default(0),
  RATE_LIMIT_SCALE: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a number of 0 or more')
    .transform(Number)
    .default(1),
  LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('info'),
  METRICS_PORT: whole(0, 65_535).optional(),
  DRAIN_SECONDS: whole(0, 5).default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  // The exporter reads this variable itself and also decodes it.
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, 'must list name=value, with commas between')
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('rootsquare'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0+)?)$/, 'must be a share from 0 to 1, such as 0.1')
    .transform(Number)
    .default(1),
  WEB_DIR: z.string().optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      isProxyList,
      'must list loopback, linklocal, uniquelocal, addresses or networks, with commas between',
    )
    .default('loopback'),
})

export type Environment = z.output<typeof Environment>
