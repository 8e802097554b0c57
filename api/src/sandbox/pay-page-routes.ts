import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { toApiError } from '#api/http/errors.ts'
import { charge, chargeLater, findTransaction } from './database-store.ts'
import type { TransactionRow } from './sandbox-rows.ts'
import { cards } from './cards.ts'
import { noticePage, payPage } from './pay-page.ts'

const ByCode = z.object({ code: z.base64url() })
const PayForm = z.object({
  action: z.enum(['pay', 'bank_transfer', 'ussd', 'decline', 'cancel']),
  card: z.enum(cards.map(({ number }) => number)).optional(),
})

/** Serves the page that the buyer's browser opens. Whoever knows its URL may pay, and can do nothing else. */
export function payPageRoutes(http: FastifyInstance, deps: Deps): void {
  http.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  )
  http.setErrorHandler((error, request, reply) => {
    const apiError = toApiError(error)
    if (apiError === null) request.log.error({ err: error }, 'the sandbox failed')
    const text = 'Something went wrong, and nothing was paid. Go back and try again.'
    return sendPage(reply.code(apiError?.status ?? 500), noticePage('Not now', text))
  })
  http.get('/pay/:code', async ({ params }, reply) => {
    const found = await transactionOf(deps, params)
    if (!found) return sendUnknown(reply)
    return sendPage(reply, payPage(found, returnUrl(found)))
  })
  http.post('/pay/:code', async ({ params, body }, reply) => {
    const found = await transactionOf(deps, params)
    if (!found) return sendUnknown(reply)
    const form = PayForm.safeParse(body)
    const nextUrl = form.success ? await submit(deps, found, form.data) : null
    // The redirect leads to a GET, so that reloading the page does not pay again.
    return reply.header('cache-control', 'no-store').redirect(nextUrl ?? pageOf(found), 303)
  })
}

async function transactionOf(deps: Deps, params: unknown) {
  const read = ByCode.safeParse(params)
  return read.success ? findTransaction(deps, { access_code: read.data.code }) : undefined
}

const pageOf = ({ access_code }: TransactionRow) => `/sandbox/pay/${access_code}`

/** Returns the URL to go to, or null to stay on the page with the bank's response. */
async function submit(deps: Deps, found: TransactionRow, { action, card: number }: z.output<typeof PayForm>) {
  if (action === 'cancel') return found.cancel_url ?? returnUrl(found)
  if (action === 'bank_transfer' || action === 'ussd') {
    await chargeLater(deps, found, action)
    return returnUrl(found)
  }
  const chosen = cards.find((one) => one.number === number) ?? cards[0]
  const card = action === 'decline' ? cards.find(({ isPaid }) => !isPaid) : chosen
  if (card) await charge(deps, found, card)
  return card?.isPaid ? returnUrl(found) : null
}

/** Returns the callback URL with the reference, under both parameter names that Paystack uses. */
function returnUrl({ callback_url, reference }: TransactionRow): string | null {
  if (callback_url === null) return null
  const url = new URL(callback_url)
  url.searchParams.append('trxref', reference)
  url.searchParams.append('reference', reference)
  return url.href
}

function sendUnknown(reply: FastifyReply) {
  const text = 'This payment page is not known. Go back to your order and press Pay Now again.'
  return sendPage(reply.code(404), noticePage('Not found', text))
}

function sendPage(reply: FastifyReply, { html, policy }: { html: string; policy: string }) {
  return reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html)
}
