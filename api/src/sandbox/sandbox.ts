import type { FastifyInstance } from 'fastify'
import type { Deps } from '#api/deps.ts'
import { pageRoutes } from './page-routes.ts'
import { wireRoutes } from './wire-routes.ts'

/** A small look-alike of Paystack, for where there is no key. The product knows it only as it knows the real one: by HTTP. */
export async function serveSandbox(http: FastifyInstance, deps: Deps): Promise<void> {
  if (deps.settings.payments !== 'sandbox') return
  await http.register(async (scope) => wireRoutes(scope, deps), { prefix: '/sandbox' })
  await http.register(async (scope) => pageRoutes(scope, deps), { prefix: '/sandbox' })
}
