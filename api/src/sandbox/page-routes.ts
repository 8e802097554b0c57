import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { toApiError } from '#api/http/errors.ts'
import { charge, findTransaction } from './books.ts'
import type { Transaction } from './books.ts'
import { cards } from './cards.ts'
import { noticePage, payPage } from './pay-page.ts'

const ByCode = z.object({ code: z.string() })
const Pressed = z.object({
  action: z.enum(['pay', 'decline', 'cancel']),
  card: z.enum(cards.map(({ number }) => number)).optional(),
})

/** Where the buyer's browser goes. Who knows the address may pay: that is all it can do. */
export function pageRoutes(http: FastifyInstance, deps: Deps): void {
  http.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  )
  http.setErrorHandler((error, request, reply) => {
    const refusal = toApiError(error)
    if (refusal === null) request.log.error({ err: error }, 'the sandbox failed')
    const words = 'Something went wrong, and nothing was paid. Go back and try again.'
    return sendPage(reply.code(refusal?.status ?? 500), noticePage('Not now', words))
  })
  http.get('/pay/:code', async ({ params }, reply) => {
    const found = await transactionOf(deps, params)
    if (!found) return unknown(reply)
    return sendPage(reply, payPage(found, returnTo(found)))
  })
  http.post('/pay/:code', async ({ params, body }, reply) => {
    const found = await transactionOf(deps, params)
    if (!found) return unknown(reply)
    const pressed = Pressed.safeParse(body)
    const goal = pressed.success ? await press(deps, found, pressed.data) : null
    // Asked for again by GET: a page that is loaded anew pays nothing.
    return reply.header('cache-control', 'no-store').redirect(goal ?? pageOf(found), 303)
  })
}

const transactionOf = (deps: Deps, params: unknown) =>
  findTransaction(deps, { access_code: ByCode.parse(params).code })

const pageOf = ({ access_code }: Transaction) => `/sandbox/pay/${access_code}`

/** Where to go next; null: stay, with what the bank said. */
async function press(deps: Deps, found: Transaction, { action, card: number }: z.output<typeof Pressed>) {
  if (action === 'cancel') return found.cancel_url ?? returnTo(found)
  const chosen = cards.find((one) => one.number === number) ?? cards[0]
  const card = action === 'decline' ? cards.find(({ isPaid }) => !isPaid) : chosen
  if (card) await charge(deps, found, card)
  return card?.isPaid ? returnTo(found) : null
}

/** The callback with the reference behind it, under both names that the provider gives it. */
function returnTo({ callback_url, reference }: Transaction): string | null {
  if (callback_url === null) return null
  const url = new URL(callback_url)
  url.searchParams.append('trxref', reference)
  url.searchParams.append('reference', reference)
  return url.href
}

function unknown(reply: FastifyReply) {
  const words = 'This payment page is not known. Go back to your order and press Pay Now again.'
  return sendPage(reply.code(404), noticePage('Not found', words))
}

function sendPage(reply: FastifyReply, { html, policy }: { html: string; policy: string }) {
  return reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html)
}
