import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@rootsquare/contract/endpoint'
import type { Deps } from '#api/deps.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import type { Clock } from '#api/ports/clock/clock.ts'
import { briefCache } from './brief-cache.ts'
import type { BriefCache } from './brief-cache.ts'
import { readyAnswer } from './send.ts'
import type { ReadyAnswer } from './send.ts'
import { withTimeout } from './timeout.ts'
import { rejectBrokenText } from './validation.ts'

/** Says for whom the reply to this viewer is made: for the viewer, or for somebody who stands for many alike. */
export type ReaderOf = (deps: Deps, viewer: Viewer) => Promise<Viewer>

export type SharedAnswers = {
  /** False only in tests that change the database past the app. */
  isOn: boolean
  answers: BriefCache<ReadyAnswer>
  readers: BriefCache<Viewer>
  /** After a change on this node. Other nodes follow when their answers have aged. */
  drop(): void
}

/** How old an answer may be, and so how late a change on another node may show. */
export const sharedMilliseconds = 1000
const maxAnswers = 200
/** Together at most 50 MB, beside their compressed forms. */
export const maxAnswerBytes = 262_144
const maxReaders = 5000

export function sharedAnswers(clock: Clock, maxAgeMs = sharedMilliseconds): SharedAnswers {
  const isTooLarge = ({ body }: ReadyAnswer) => body.length > maxAnswerBytes
  const answers = briefCache<ReadyAnswer>(clock, { maxAgeMs, maxEntries: maxAnswers, isTooLarge })
  const readers = briefCache<Viewer>(clock, { maxAgeMs, maxEntries: maxReaders })
  function drop(): void {
    answers.drop()
    readers.drop()
  }
  return { isOn: maxAgeMs > 0, answers, readers, drop }
}

/** Runs the handler for this viewer and returns the body of the response. */
export type Respond = (request: FastifyRequest, deps: Deps, viewer: Viewer | null) => Promise<string>

type Context = { deps: Deps; shared: SharedAnswers }

/**
 * Returns what finds or makes the shared answer to a request, and undefined where the answer to its viewer is not shared.
 * The handler gets the reader in place of the viewer, so that an answer contains nothing of whoever asked first.
 */
export function shareAnswers(
  { deps, shared }: Context,
  endpoint: Endpoint,
  respond: Respond,
  readerOf: ReaderOf = async (_, viewer) => viewer,
): (request: FastifyRequest) => Promise<ReadyAnswer | undefined> {
  const plainQuery = JSON.stringify(endpoint.query?.parse({}))
  function readerFor({ viewer, query }: FastifyRequest): Viewer | null | undefined | Promise<Viewer> {
    if (endpoint.shared === 'all') return null
    if (endpoint.shared === 'visitors') return viewer === null ? null : undefined
    if (viewer === null || !shared.isOn || JSON.stringify(query) !== plainQuery) return undefined
    const key = `${endpoint.path} ${viewer.id} ${viewer.role}`
    return shared.readers.get(key, () => readerOf(deps, viewer))
  }
  function answerFor(request: FastifyRequest, reader: Viewer | null | undefined) {
    if (reader === undefined) return undefined
    for (const part of [request.params, request.query]) rejectBrokenText(part)
    return shared.answers.get(keyOf(endpoint, request, reader), async () =>
      readyAnswer(endpoint, await respond(request, deps, reader)),
    )
  }
  return async (request) => {
    // Whoever has just changed something, perhaps on another node, asks past what is stored here.
    if (request.headers['cache-control'] === 'no-cache') return undefined
    const reader = readerFor(request)
    const found =
      reader instanceof Promise
        ? reader.then((known) => answerFor(request, known))
        : answerFor(request, reader)
    // A stored answer needs no timer.
    return found instanceof Promise ? withTimeout(found, request) : found
  }
}

/** From the parsed request, so that the same query in another spelling or order finds the same answer. */
function keyOf(endpoint: Endpoint, request: FastifyRequest, reader: Viewer | null): string {
  const params = endpoint.params && request.params
  const query = endpoint.query && request.query
  return JSON.stringify([endpoint.path, params, query, reader?.id, reader?.role])
}
