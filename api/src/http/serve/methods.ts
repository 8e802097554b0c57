import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '@rootsquare/contract/lib/endpoint'
import { ApiError } from '#api/http/api-error.ts'
import type { RouteContext } from './serve.ts'

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

export const maxParamLength = 300

/** The endpoints of one path. */
type KnownPath = { url: string; segments: string[]; methods: string[] }

/** Sorts after every fixed segment, because the router tries parameters after those. */
const param = '\uFFFF'

/** Returns the paths in the order in which the router tries them. */
function knownPaths(served: readonly Endpoint[]): KnownPath[] {
  const sameUrl = Map.groupBy(served, (endpoint) => endpoint.path.replaceAll(/:\w+/g, param))
  return [...sameUrl.keys()].toSorted().map((pattern) => {
    const endpoints = sameUrl.get(pattern) ?? []
    const methods = endpoints.map((endpoint) => endpoint.method)
    return { url: endpoints[0]?.path ?? '', segments: pattern.split('/'), methods }
  })
}

/**
 * Finds the error for a request without a route. A known path with a wrong method gets a 405 that names the allowed methods,
 * not a 404. Routes for that would take as long to register as all others together.
 */
export function methodErrors({ http, served }: RouteContext) {
  let known: KnownPath[] | undefined
  return ({ method, url }: FastifyRequest): ApiError | undefined => {
    if (!allMethods.includes(method)) return undefined
    known ??= knownPaths(served)
    const requested = segmentsOf(url, http.prefix)
    const path = known.find(({ segments }) => overlap(segments, requested))
    if (!path) return undefined
    const params = requested.filter((_, index) => path.segments[index] === param)
    if (params.every(({ length }) => length <= maxParamLength)) return methodNotAllowed(path.methods)
    return new ApiError(414, 'URI_TOO_LONG', 'That address is too long.')
  }
}

/** Decodes each segment by itself, because an escaped slash is part of its segment. */
function segmentsOf(url: string, prefix: string): string[] {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return path.slice(prefix.length).replace(/\/$/, '').split('/').map(decodeURIComponent)
}

function overlap(segments: string[], others: string[]): boolean {
  const isSame = (segment: string, index: number) =>
    segment === others[index] || segment === param || others[index] === param
  return segments.length === others.length && segments.every(isSame)
}

/**
 * Rejects wrong methods of a path that a parameter of another path matches: GET /user/close-account would read the member of
 * that name. Only these methods need a route that rejects them.
 */
export function rejectOtherMethods({ http, served }: RouteContext): void {
  const known = knownPaths(served)
  for (const [index, { url, segments, methods }] of known.entries()) {
    const later = known.slice(index + 1).filter((other) => overlap(segments, other.segments))
    rejectMethods(http, url, methods, withHead(later.flatMap((other) => other.methods)))
  }
}

/** Registers a route that rejects all other methods, or those in `wrong`. */
export function rejectMethods(
  http: FastifyInstance,
  url: string,
  methods: readonly string[],
  wrong: readonly string[] = allMethods,
): void {
  const allowed = withHead(methods)
  const rejected = new Set(wrong).difference(new Set(allowed))
  if (rejected.size === 0) return
  const reject = async () => {
    throw methodNotAllowed(methods)
  }
  http.route({
    method: [...rejected],
    url,
    schema: { hide: true },
    // The error is thrown before the body is read, so that a malformed body does not change it.
    onRequest: reject,
    handler: reject,
  })
}

const withHead = (methods: readonly string[]) => (methods.includes('GET') ? [...methods, 'HEAD'] : methods)

function methodNotAllowed(methods: readonly string[]): ApiError {
  const headers = { allow: withHead(methods).join(', ') }
  return new ApiError(405, 'METHOD_NOT_ALLOWED', `Use ${methods.join(' or ')} here.`, { headers })
}
