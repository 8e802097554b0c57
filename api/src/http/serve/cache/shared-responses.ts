import type { FastifyRequest } from 'fastify'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import type { Clock } from '#api/ports/clock/clock.ts'
import { briefCache, type BriefCache } from './brief-cache.ts'
import type { ReaderOf, ServedEndpoint } from '#api/http/serve/policy.ts'
import { readFrom, type ReadSource } from '#api/http/serve/read-source.ts'
import { sharedResponse, type SharedResponse } from '#api/http/serve/send-response.ts'
import { withTimeout } from '#api/http/serve/timeout.ts'
import { rejectBrokenText } from '#api/http/serve/validation.ts'

/** Responses that are made once for many callers, before they are compressed. */
export type SharedResponses = {
  /** Is false only in tests that change the database without the app. */
  isOn: boolean
  responses: BriefCache<SharedResponse>
  readers: BriefCache<Viewer>
  /** Is called after a change on this node. Other nodes follow when their responses have aged. */
  drop(): void
}

/** The age that a response may reach, and so the delay until a change on another node shows. */
export const sharedMilliseconds = 1000
const maxResponses = 200
/** Bounds one response, so that all stored ones take at most 50 MB, without their compressed forms. */
export const maxResponseBytes = 262_144
const maxReaders = 5000

export function sharedResponses(clock: Clock, maxAgeMs = sharedMilliseconds): SharedResponses {
  const isTooLarge = ({ body }: SharedResponse) => body.length > maxResponseBytes
  const responses = briefCache<SharedResponse>(clock, { maxAgeMs, maxEntries: maxResponses, isTooLarge })
  const readers = briefCache<Viewer>(clock, { maxAgeMs, maxEntries: maxReaders })
  function drop(): void {
    responses.drop()
    readers.drop()
  }
  return { isOn: maxAgeMs > 0, responses, readers, drop }
}

/** Runs the handler for this viewer and returns the body of the response. */
export type Respond = (request: FastifyRequest, deps: Deps, viewer: Viewer | null) => Promise<string>

type Context = { deps: Deps; shared: SharedResponses }

/** Returns the stored or a new response, and undefined where the response to this viewer is not shared. */
type FindOrMake = (request: FastifyRequest, source: ReadSource) => Promise<SharedResponse | undefined>

/** Calls the handler with the reader in place of the viewer, so that a response contains nothing about its first caller. */
export function shareResponses(
  { deps, shared }: Context,
  endpoint: ServedEndpoint,
  respond: Respond,
): FindOrMake {
  const readerFor = sharedReaders({ deps, shared }, endpoint)
  function responseFor(request: FastifyRequest, reader: Viewer | null | undefined, source: ReadSource) {
    if (reader === undefined) return undefined
    for (const part of [request.params, request.query]) rejectBrokenText(part)
    return shared.responses.get(responseKeyOf(endpoint, request, { reader, source }), () =>
      readFrom(source, deps, async (deps) => sharedResponse(endpoint, await respond(request, deps, reader))),
    )
  }
  return async (request, source) => {
    // A member who has just changed something, perhaps on another node, must not get what is stored here.
    if (source.isNewest) return undefined
    const reader = readerFor(request, source)
    const found =
      reader instanceof Promise
        ? reader.then((known) => responseFor(request, known, source))
        : responseFor(request, reader, source)
    // A stored response needs no timer.
    return found instanceof Promise ? withTimeout(found, request) : found
  }
}

/** Returns for whom the response is made, or undefined if its viewer shares it with nobody. */
function sharedReaders({ deps, shared }: Context, endpoint: ServedEndpoint) {
  const plainQuery = JSON.stringify(endpoint.query?.parse({}))
  const readerOf: ReaderOf = endpoint.readerOf ?? (async (_, viewer) => viewer)
  return function readerFor(
    { viewer, query }: FastifyRequest,
    source: ReadSource,
  ): Viewer | null | undefined | Promise<Viewer> {
    if (endpoint.shared === 'all') return null
    if (viewer === null) return endpoint.shared === 'visitors' ? null : undefined
    const isAlike = endpoint.shared === 'alike' && shared.isOn && JSON.stringify(query) === plainQuery
    if (!isAlike) return undefined
    return shared.readers.get(`${endpoint.path} ${viewer.id} ${viewer.role} ${nameOf(source)}`, () =>
      readFrom(source, deps, (deps) => readerOf(deps, viewer)),
    )
  }
}

/** Keeps responses from the replica apart, because they are not used once the replica is out of use. */
const nameOf = ({ replica }: ReadSource) => (replica ? 'replica' : 'primary')

/** Gives a query the same key in any spelling and order. */
function responseKeyOf(
  { path, params, query }: ServedEndpoint,
  request: FastifyRequest,
  { reader, source }: { reader: Viewer | null; source: ReadSource },
): string {
  const parsedUrl = JSON.stringify([path, params && request.params, query && request.query])
  return `${parsedUrl} ${reader?.id} ${reader?.role} ${nameOf(source)}`
}
