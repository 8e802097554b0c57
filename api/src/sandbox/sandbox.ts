import type { FastifyInstance } from 'fastify'
import type { Deps } from '#api/deps.ts'
import { payPageRoutes } from './pay-page-routes.ts'
import { paystackRoutes } from './paystack-routes.ts'

/** A stand-in for Paystack when there is no key. The product calls it over HTTP, as it does Paystack. */
export async function serveSandbox(http: FastifyInstance, deps: Deps): Promise<void> {
  if (deps.settings.payments !== 'sandbox') return
  await http.register(async (scope) => paystackRoutes(scope, deps), { prefix: '/sandbox' })
  await http.register(async (scope) => payPageRoutes(scope, deps), { prefix: '/sandbox' })
}
