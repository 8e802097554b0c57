import { z } from 'zod'

/** A response: an HTTP status and the provider's envelope. */
export type PaystackReply = { status: number; body: Envelope }
type Envelope = {
  status: boolean
  message: string
  data?: unknown
  meta?: Record<string, unknown>
  type?: string
  code?: string
}

export class PaystackError extends Error {
  override name = 'PaystackError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function successReply(message: string, data: unknown): PaystackReply {
  return { status: 200, body: { status: true, message, data } }
}

const steps: Record<string, string> = {
  duplicate_reference: 'Try and create the Transaction or Charge with a new reference',
  invalid_Key: 'Ensure that you provide the correct authorization key for the request',
}

type Rejection = { status: number; code: string; message: string }

export function rejectedReply({ status, code, message }: Rejection): PaystackReply {
  const type = status >= 500 ? 'api_error' : 'validation_error'
  const meta = { nextStep: steps[code] ?? 'Ensure that the values of the request are right' }
  return { status, body: { status: false, message, meta, type, code } }
}

/** Accepts kobo as a number or as digits. */
export const Amount = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])

export function parsePaystackInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'body')
  throw new PaystackError(400, 'invalid_params', `Invalid: ${[...new Set(fields)].join(', ')}`)
}
