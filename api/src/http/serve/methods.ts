import type { FastifyInstance } from 'fastify'
import { ApiError } from '#api/http/api-error.ts'
import type { RouteContext } from './serve.ts'

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

/** A known path with a wrong method gets a 405 that names the allowed methods, not a 404. */
export function rejectOtherMethods({ http, served }: RouteContext): void {
  const sameUrl = Map.groupBy(served, (endpoint) => endpoint.path.replaceAll(/:\w+/g, ':'))
  for (const endpoints of sameUrl.values()) {
    const url = endpoints[0]?.path
    const methods = endpoints.map((endpoint) => endpoint.method)
    if (url !== undefined) rejectMethods(http, url, methods)
  }
}

export function rejectMethods(http: FastifyInstance, url: string, methods: readonly string[]): void {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  const reject = async () => {
    const headers = { allow: allowed.join(', ') }
    throw new ApiError(405, 'METHOD_NOT_ALLOWED', `Use ${methods.join(' or ')} here.`, { headers })
  }
  http.route({
    method: allMethods.filter((method) => !allowed.includes(method)),
    url,
    schema: { hide: true },
    // Before the body is read, so that a malformed body does not change the error.
    onRequest: reject,
    handler: reject,
  })
}
