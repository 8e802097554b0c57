import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@rootsquare/contract/endpoint'
import { maxImageBytes, maxVideoBytes } from '@rootsquare/contract/uploads'
import { giveUp, isMultipart } from './json-body.ts'
import { invalid, ApiError } from '#api/http/api-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    takesForms?: boolean
  }
}

/** One part of a form, in the order of arrival. A file must be read, or given up, before the next part comes. */
export type Part = { name: string; text: string } | { name: string; chunks: AsyncIterable<Buffer> }

/** A video, its poster, and room for the rest. */
const mostBytes = maxVideoBytes + maxImageBytes + 1_000_000

/** Slower than this over a whole window and the connection is not worth keeping. */
type Patience = { windowMs: number; leastBytes: number }
const patience: Patience = { windowMs: 30_000, leastBytes: 30_000 }

/** Makes this part of the app take forms. */
export async function readForms(app: FastifyInstance, slowest = patience): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, takesForms: true }
  })
  app.addHook('onRequest', async (request, reply) => watch(request, reply, slowest))
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fieldNameSize: 100,
      fieldSize: 1000,
      fields: 20,
      files: 4,
      parts: 24,
      headerPairs: 50,
      // One more than is allowed: what goes over it is refused by whoever counts, with better words.
      fileSize: maxVideoBytes + 1,
    },
  })
  // A browser reads the answer only when it has sent everything: what comes after a refusal is let run out.
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.readableEnded) raw.resume()
  })
}

/**
 * From the head on until the body is here, also after an answer. Counted at the socket: listening to the body would
 * set it running before anyone reads it. What lies here unread is our delay, not the sender's.
 */
function watch(request: FastifyRequest, reply: FastifyReply, { windowMs, leastBytes }: Patience): void {
  const { raw } = request
  let before = raw.socket.bytesRead
  const timer = setInterval(() => {
    const came = raw.socket.bytesRead - before
    before = raw.socket.bytesRead
    if (came < leastBytes && raw.readableLength === 0) giveUp(request, reply)
  }, windowMs)
  raw.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer))
}

/** Where a call takes JSON too, what it says of itself decides. */
export function comesAsForm({ form, body }: Endpoint, { headers }: FastifyRequest): boolean {
  return form !== undefined && (body === undefined || isMultipart(headers['content-type']))
}

/** Before a byte of the body is read. */
export function requireForm({ headers }: FastifyRequest): void {
  if (!isMultipart(headers['content-type'])) {
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send this as multipart/form-data.')
  }
  if (Number(headers['content-length'] ?? 0) > mostBytes) {
    throw new ApiError(413, 'TOO_LARGE', 'That is too large.', { headers: { connection: 'close' } })
  }
}

/** `whenRead` may still refuse what was read. */
export async function* partsOf(
  request: FastifyRequest,
  whenRead = async (): Promise<void> => {},
): AsyncGenerator<Part> {
  // Of one who left meanwhile nothing would ever come, not even an end.
  if (request.raw.destroyed) throw told(null)
  const parts = request.parts()
  try {
    for (let next = start(request, parts); ; next = parts.next()) {
      const { done, value: part } = await next
      if (done) break
      if (part.type === 'file') yield { name: part.fieldname, chunks: chunksOf(part.file) }
      else yield { name: part.fieldname, text: String(part.value) }
    }
  } catch (error) {
    throw told(error)
  }
  await whenRead()
}

/** Counts all that comes in from the first byte on, also after an answer, and cuts what never ends. */
function start({ raw }: FastifyRequest, parts: ReturnType<FastifyRequest['parts']>) {
  const first = parts.next()
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBytes) raw.destroy()
  })
  return first
}

async function* chunksOf(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch (error) {
    throw told(error)
  }
}

/** What the parser stumbles over is the sender's mistake. */
function told(error: unknown): unknown {
  if (error instanceof ApiError) return error
  const isTooMuch = error instanceof Error && 'statusCode' in error && error.statusCode === 413
  return isTooMuch ? error : invalid('The form could not be read.', 'BAD_FORM')
}
