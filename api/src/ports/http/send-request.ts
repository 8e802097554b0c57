import { request as overHttp } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as overTls } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'

type HttpRequest = {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string | Buffer
  /** Replaces the name resolution. It is not used for an address without a name. */
  lookup?: LookupFunction
}
export type HttpResponse = { status: number; text: string }
export type Times = { connectMs: number; totalMs: number }

/** No complete response arrived. If the request was not sent, nothing can have happened. */
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
export async function sendRequest(httpRequest: HttpRequest, times: Times): Promise<HttpResponse> {
  const { method, url, headers, body, lookup } = httpRequest
  const open = url.protocol === 'https:' ? overTls : overHttp
  // Only GET uses kept-alive connections: if the server has just closed one, it is unclear whether a POST was processed.
  const agent = method === 'POST' ? { agent: false } : {}
  const request = open(url, { method, headers, ...agent, ...(lookup && { lookup }) })
  const timer = setTimeout(() => request.destroy(new TimedOut()), times.totalMs)
  const connection = watchConnection(request, url, times.connectMs)
  try {
    request.end(body)
    return await responseOf(request)
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

function responseOf(request: ClientRequest): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
  request.on('error', reject)
  request.once('response', (response) => {
    readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
  })
  return promise
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    const piece = Buffer.from(chunk)
    bytes += piece.length
    if (bytes > maxBytes) throw new Error('The answer is too large.')
    chunks.push(piece)
  }
  return Buffer.concat(chunks).toString('utf8')
}
