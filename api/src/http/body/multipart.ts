import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@rootsquare/contract/lib/endpoint'
import { maxImageBytes, maxVideoBytes } from '@rootsquare/contract/uploads'
import type { Reading } from './form-queue.ts'
import { endLateRequest, isMultipart } from './json-body.ts'
import { invalid, ApiError } from '#api/http/api-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Forms and parts of uploads have as long as they need if they are not too slow. */
    takesUploads?: boolean
  }
}

/** One part of a form, in the order of arrival. A file must be consumed before the next part is read. */
export type Part = { name: string; text: string } | { name: string; chunks: AsyncIterable<Buffer> }

/** Is enough for a video, its poster and the other fields. */
const maxFormBytes = maxVideoBytes + maxImageBytes + 1_000_000

/** Uploads that are slower than this over a whole window are ended. */
type MinimumSpeed = { windowMs: number; minBytes: number }
const minimumSpeed: MinimumSpeed = { windowMs: 30_000, minBytes: 30_000 }

/** Makes the routes of this scope accept multipart forms. */
export async function acceptForms(app: FastifyInstance, speed = minimumSpeed): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, takesUploads: true }
  })
  app.addHook('onRequest', async (request, reply) => endSlowUploads(request, reply, speed))
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fieldNameSize: 100,
      fieldSize: 1000,
      fields: 20,
      files: 4,
      parts: 24,
      headerPairs: 50,
      // Is one byte above the limit, because the code that reads the file counts too and rejects it with a better message.
      fileSize: maxVideoBytes + 1,
    },
  })
  app.addHook('onResponse', async (request) => receiveRest(request))
}

/**
 * Ends uploads that are too slow, from the headers until the body is complete, even after a response. Bytes are counted at
 * the socket, because listening to the body would start it before it is read. While bytes are buffered, the delay is on our
 * side.
 */
export function endSlowUploads(
  request: FastifyRequest,
  reply: FastifyReply,
  { windowMs, minBytes }: MinimumSpeed = minimumSpeed,
): void {
  const { raw } = request
  let before = raw.socket.bytesRead
  const timer = setInterval(() => {
    const received = raw.socket.bytesRead - before
    before = raw.socket.bytesRead
    if (received < minBytes && raw.readableLength === 0) endLateRequest(request, reply)
  }, windowMs)
  raw.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer))
}

/** A browser reads the response only after it has sent everything, so the rest of a rejected upload is still received. */
export function receiveRest({ raw }: FastifyRequest): void {
  if (raw.readableEnded) return
  limitBytes(raw)
  raw.resume()
}

/** Counts every byte from now on, even after the response, and cuts off a request that is too large. */
function limitBytes(raw: IncomingMessage): void {
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxFormBytes) raw.destroy()
  })
}

/** The sender learns nothing of this, but the log does. */
export const lineBroken = () => invalid('The line broke.', 'BAD_FORM')

/** Returns whether the request is a form. The content type decides for an endpoint that accepts JSON too. */
export function isForm({ form, body }: Endpoint, { headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return form !== undefined && (body === undefined || isMultipart(headers['content-type']))
}

/** Rejects other content types and oversized forms before the body is read. */
export function requireForm({ headers }: FastifyRequest): void {
  if (!isMultipart(headers['content-type'])) {
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send this as multipart/form-data.')
  }
  if (Number(headers['content-length'] ?? 0) > maxFormBytes) {
    throw new ApiError(413, 'TOO_LARGE', 'That is too large.', { headers: { connection: 'close' } })
  }
}

type Reader = {
  /** Waits until the form may be read. */
  enter?: (signal: AbortSignal) => Promise<Reading>
  /** Runs after the last part and may still reject the request. */
  onComplete?: () => Promise<void>
}

/** Yields the parts of a form. */
export async function* partsOf(
  request: FastifyRequest,
  { enter, onComplete }: Reader = {},
): AsyncGenerator<Part> {
  const gone = new AbortController()
  // A request whose client has disconnected would never emit an end.
  if (request.raw.destroyed) throw toFormError(null)
  request.raw.once('close', () => gone.abort(toFormError(null)))
  const reading = await enter?.(gone.signal)
  try {
    yield* readParts(request, reading?.lost ?? new AbortController().signal)
  } finally {
    reading?.end()
  }
  await onComplete?.()
}

async function* readParts(request: FastifyRequest, lost: AbortSignal): AsyncGenerator<Part> {
  const parts = request.parts()
  const whenLost = rejectionOf(lost)
  let isComplete = false
  try {
    let next = parts.next()
    limitBytes(request.raw)
    for (; ; next = parts.next()) {
      const { done, value: part } = await Promise.race([next, whenLost])
      isComplete = done === true
      if (done) break
      if (part.type === 'file') yield { name: part.fieldname, chunks: chunksOf(part.file, lost) }
      else yield { name: part.fieldname, text: String(part.value) }
    }
  } catch (error) {
    throw toFormError(error)
  } finally {
    // The parser waits for whoever reads a file, and would stop the rest of the form, which is received all the same.
    if (!isComplete) request.raw.unpipe()
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  const rejection = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  // It may be that nobody waits at that moment.
  rejection.catch(() => {})
  return rejection
}

async function* chunksOf(file: Readable, lost: AbortSignal): AsyncGenerator<Buffer> {
  lost.addEventListener('abort', () => file.destroy(lost.reason), { once: true })
  try {
    yield* file
  } catch (error) {
    throw toFormError(error)
  }
}

/** Turns an error of the parser into a 400, because it means that the client sent a malformed form. */
function toFormError(error: unknown): unknown {
  if (error instanceof ApiError) return error
  const isTooMuch = error instanceof Error && 'statusCode' in error && error.statusCode === 413
  return isTooMuch ? error : invalid('The form could not be read.', 'BAD_FORM')
}
