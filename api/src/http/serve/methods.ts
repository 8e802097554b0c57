import type { FastifyInstance } from 'fastify'
import { ApiError } from '#api/http/api-error.ts'
import type { RouteContext } from './serve.ts'

const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

/** A known path asked in the wrong way is a 405 that names the right ways, not a 404. */
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
  const refuse = async () => {
    const headers = { allow: allowed.join(', ') }
    throw new ApiError(405, 'METHOD_NOT_ALLOWED', `Use ${methods.join(' or ')} here.`, { headers })
  }
  http.route({
    method: all.filter((method) => !allowed.includes(method)),
    url,
    schema: { hide: true },
    // Before the body is read: how it is written no longer matters.
    onRequest: refuse,
    handler: refuse,
  })
}
