import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#api/deps.ts'
import { toApiError } from '#api/http/errors.ts'
import { databaseStore } from './database-store.ts'
import { payPageRoutes } from './pay-page-routes.ts'
import { answerPaystackCall } from './paystack-api.ts'
import { rejectedReply, type PaystackReply } from './paystack-replies.ts'

const prefix = '/sandbox'
const paths = [
  '/transaction/*',
  '/refund',
  '/refund/*',
  '/bank',
  '/bank/*',
  '/transferrecipient',
  '/transfer',
  '/transfer/*',
]

/** Serves a stand-in for Paystack if there is no key. The product calls it over HTTP, as it would call Paystack. */
export async function serveSandbox(http: FastifyInstance, deps: Deps): Promise<void> {
  if (deps.settings.payments !== 'sandbox') return
  await http.register(async (scope) => paystackRoutes(scope, deps), { prefix })
  await http.register(async (scope) => payPageRoutes(scope, deps), { prefix })
}

function paystackRoutes(http: FastifyInstance, deps: Deps): void {
  const store = databaseStore(deps)
  for (const path of paths)
    http.route({
      method: ['GET', 'POST'],
      url: path,
      async handler(request, reply) {
        const { method, body, headers } = request
        const call = { method, url: request.url.slice(prefix.length), body }
        return send(
          request,
          reply,
          await answerPaystackCall(store, { ...call, authorization: headers.authorization }),
        )
      },
    })
  http.setErrorHandler((error, request, reply) => {
    const known = toApiError(error)
    if (known === null) request.log.error({ err: error }, 'the sandbox failed')
    const unknown = { status: 500, code: 'server_error', message: 'Server error' }
    return send(request, reply, rejectedReply(known ?? unknown))
  })
}

function send(request: FastifyRequest, reply: FastifyReply, { status, body }: PaystackReply) {
  request.errorCode = body.code ?? null
  return reply.code(status).send(body)
}
