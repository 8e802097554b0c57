import { request as overHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as overTls } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'

type HttpRequest = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string | Buffer
  /** Replaces the name resolution. It is not called for a URL with an IP address. */
  lookup?: LookupFunction
}
export type ReceivedResponse = { status: number; text: string }
export type Times = { connectMs: number; totalMs: number }

/** Is thrown if no complete response arrived. If the request was not sent, nothing can have happened. */
export class NoResponse extends Error {
  override name = 'NoResponse'
  readonly wasSent: boolean
  readonly hasTimedOut: boolean

  constructor(cause: unknown, wasSent: boolean) {
    super(cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer', { cause })
    this.wasSent = wasSent
    this.hasTimedOut = cause instanceof TimedOut
  }
}

class TimedOut extends Error {
  override name = 'TimedOut'
  readonly code = 'too late'
}

const maxBytes = 1_048_576

/** Sends one request. fetch() is not used, because it does not say whether a failed request was sent. */
export function sendRequest(httpRequest: HttpRequest, times: Times): Promise<ReceivedResponse> {
  return readResponse(httpRequest, times, async (response) => {
    const bytes = await readBytes(response, maxBytes)
    return { status: response.statusCode ?? 0, text: bytes.toString('utf8') }
  })
}

/** Sends one request for a caller that reads the response itself. */
export async function readResponse<T>(
  httpRequest: HttpRequest,
  times: Times,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  const { method, url, headers, body, lookup } = httpRequest
  const open = url.protocol === 'https:' ? overTls : overHttp
  // Only GET uses kept-alive connections: if the server has just closed one, it is unclear whether a POST was processed. With
  // its own `lookup` a GET uses none either, because the address of an open connection was not checked.
  const agent = method === 'POST' || lookup ? { agent: false } : {}
  const request = open(url, { method, headers, ...agent, ...(lookup && { lookup }) })
  const timer = setTimeout(() => request.destroy(new TimedOut()), times.totalMs)
  const connection = watchConnection(request, url, times.connectMs)
  try {
    request.end(body)
    return await resultOf(request, read)
  } catch (error) {
    throw new NoResponse(error, connection.wasMade())
  } finally {
    clearTimeout(timer)
    connection.stop()
  }
}

function watchConnection(request: ClientRequest, url: URL, connectMs: number) {
  let wasMade = false
  const timer = setTimeout(() => request.destroy(new TimedOut()), connectMs)
  const made = () => {
    wasMade = true
    clearTimeout(timer)
  }
  request.once('socket', (socket: Socket) => {
    if (!socket.connecting) return made()
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', made)
  })
  return { wasMade: () => wasMade, stop: () => clearTimeout(timer) }
}

function resultOf<T>(request: ClientRequest, read: (response: IncomingMessage) => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.on('error', reject)
  request.once('response', (response) => {
    read(response).then(resolve, (error: unknown) => {
      reject(error)
      request.destroy()
    })
  })
  return promise
}

/** Throws if there are more than `most` bytes, or with `isCut` returns the first ones. */
export async function readBytes(response: IncomingMessage, most: number, isCut = false): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    const piece = Buffer.from(chunk)
    bytes += piece.length
    chunks.push(piece)
    if (bytes <= most) continue
    if (isCut) break
    throw new Error('The answer is too large.')
  }
  return Buffer.concat(chunks).subarray(0, most)
}
