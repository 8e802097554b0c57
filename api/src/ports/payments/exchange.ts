import { request as overHttp } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as overTls } from 'node:https'
import type { Socket } from 'node:net'

export type Asked = { method: 'GET' | 'POST'; url: URL; headers: Record<string, string>; body?: string }
export type Answered = { status: number; text: string }
export type Times = { connectMs: number; totalMs: number }

/** No complete response arrived. If the request was not sent, nothing can have happened. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  readonly wasSent: boolean
  readonly isLate: boolean

  constructor(cause: unknown, wasSent: boolean) {
    super(cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer', { cause })
    this.wasSent = wasSent
    this.isLate = cause instanceof Late
  }
}

class Late extends Error {
  override name = 'Late'
  readonly code = 'too late'
}

const mostBytes = 1_048_576

/** Sends one request. fetch() is not used, because it does not say whether a failed request was sent. */
export async function exchange(asked: Asked, times: Times): Promise<Answered> {
  const { method, url, headers, body } = asked
  const open = url.protocol === 'https:' ? overTls : overHttp
  // Only GET uses kept-alive connections: if the server has just closed one, it is unclear whether a POST was processed.
  const request = open(url, { method, headers, ...(method === 'POST' && { agent: false }) })
  const late = setTimeout(() => request.destroy(new Late()), times.totalMs)
  const connection = watchConnection(request, url, times.connectMs)
  try {
    request.end(body)
    return await answerOf(request)
  } catch (error) {
    throw new NoAnswer(error, connection.wasMade())
  } finally {
    clearTimeout(late)
    connection.forget()
  }
}

function watchConnection(request: ClientRequest, url: URL, connectMs: number) {
  let wasMade = false
  const late = setTimeout(() => request.destroy(new Late()), connectMs)
  const made = () => {
    wasMade = true
    clearTimeout(late)
  }
  request.once('socket', (socket: Socket) => {
    if (!socket.connecting) return made()
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', made)
  })
  return { wasMade: () => wasMade, forget: () => clearTimeout(late) }
}

function answerOf(request: ClientRequest): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
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
    if (bytes > mostBytes) throw new Error('The answer is too large.')
    chunks.push(piece)
  }
  return Buffer.concat(chunks).toString('utf8')
}
