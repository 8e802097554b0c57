import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { toApiError } from '#api/http/errors.ts'
import { sandboxKey } from '#api/ports/payments/payments.ts'
import { findRefund, findRefunds, findTransaction, openRefund, openTransaction } from './transactions.ts'
import { toWireRefund, toWireTransaction } from './wire-format.ts'

const minAmount = 5000

const Amount = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])
const Page = z.url({ protocol: /^https?$/ })

const InitializeBody = z.object({
  // Required, as by Paystack, but not stored, so that erasing a member leaves nothing in the sandbox.
  email: z.string().includes('@').max(320),
  amount: Amount,
  currency: z.literal('NGN').default('NGN'),
  reference: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9.=-]+$/),
  callback_url: Page.optional(),
  metadata: z.looseObject({ cancel_action: Page.optional() }).optional().catch(undefined),
})

const RefundBody = z.object({
  transaction: z.string(),
  amount: Amount.optional(),
  currency: z.literal('NGN').default('NGN'),
  merchant_note: z.string().max(500).optional(),
})

const digits = z.coerce.number().int().positive()
const RefundQuery = z.object({
  transaction: digits.optional(),
  perPage: digits.max(100).catch(50),
  page: digits.catch(1),
})

/** An error in Paystack's format. */
class PaystackError extends Error {
  override name = 'PaystackError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The endpoints of Paystack that our client uses. */
export function paystackRoutes(http: FastifyInstance, deps: Deps): void {
  const key = Buffer.from(`Bearer ${sandboxKey(deps.jwtSecret)}`)
  http.addHook('onRequest', async ({ headers }) => {
    const given = Buffer.from(headers.authorization ?? '')
    if (given.length !== key.length || !timingSafeEqual(given, key))
      throw new PaystackError(401, 'invalid_Key', 'Invalid key')
  })
  http.setErrorHandler(sendError)
  http.post('/transaction/initialize', ({ body }) => initialize(deps, parse(InitializeBody, body)))
  http.get('/transaction/verify/:reference', async ({ params }) => {
    const found = await findTransaction(deps, parse(z.object({ reference: z.string() }), params))
    if (!found) throw new PaystackError(404, 'transaction_not_found', 'Transaction reference not found.')
    return success('Verification successful', toWireTransaction(found))
  })
  http.post('/refund', ({ body }) => refund(deps, parse(RefundBody, body)))
  http.get('/refund', async ({ query }) => {
    const { transaction: transactionId, ...which } = parse(RefundQuery, query)
    const found = await findRefunds(deps, { transactionId, ...which })
    return success('Refunds retrieved', found.map(toWireRefund))
  })
  http.get('/refund/:id', async ({ params }) => {
    const found = await findRefund(deps, parse(z.object({ id: digits }), params).id)
    if (!found) throw new PaystackError(404, 'refund_not_found', 'Refund not found')
    return success('Refund retrieved', toWireRefund(found))
  })
}

async function initialize(deps: Deps, given: z.output<typeof InitializeBody>) {
  const { amount, reference, callback_url, metadata } = given
  if (amount < minAmount) throw new PaystackError(400, 'invalid_amount', 'Amount must be at least NGN 50.00')
  const opened = await openTransaction(deps, {
    reference,
    amount_kobo: amount,
    callback_url: callback_url ?? null,
    cancel_url: metadata?.cancel_action ?? null,
  })
  if (!opened) throw new PaystackError(400, 'duplicate_reference', 'Duplicate Transaction Reference')
  const { access_code } = opened
  const authorization_url = `${deps.settings.publicUrl}/sandbox/pay/${access_code}`
  return success('Authorization URL created', { authorization_url, access_code, reference })
}

async function refund(deps: Deps, given: z.output<typeof RefundBody>) {
  const { transaction: reference, amount: amountKobo, merchant_note: note } = given
  const opened = await openRefund(deps, { reference, amountKobo, note })
  if (typeof opened === 'string') throw new PaystackError(400, 'invalid_refund', opened)
  const transaction = toWireTransaction(opened.paid)
  return success('Refund has been queued for processing', { ...toWireRefund(opened.refund), transaction })
}

const success = (message: string, data: unknown) => ({ status: true, message, data })

function parse<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'body')
  throw new PaystackError(400, 'invalid_params', `Invalid: ${[...new Set(fields)].join(', ')}`)
}

const steps: Record<string, string> = {
  duplicate_reference: 'Try and create the Transaction or Charge with a new reference',
  invalid_Key: 'Ensure that you provide the correct authorization key for the request',
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof PaystackError ? error : toApiError(error)
  if (known === null) request.log.error({ err: error }, 'the sandbox failed')
  else request.errorCode = known.code
  const { status, code, message } = known ?? new PaystackError(500, 'server_error', 'Server error')
  const type = status >= 500 ? 'api_error' : 'validation_error'
  const meta = { nextStep: steps[code] ?? 'Ensure that the values of the request are right' }
  return reply.code(status).send({ status: false, message, meta, type, code })
}
