import { Agent, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

type CallOptions = {
  body?: unknown
  query?: Record<string, string | number | boolean>
  token?: string
  headers?: Record<string, string>
}

export type Called = {
  status: number
  /** The response as JSON. A file that is none is one text. */
  body: Json
  headers: Headers
}

/** Untyped JSON, in which missing fields are undefined. */
export type Json = { [key: string]: Json } & { [index: number]: Json; length?: number }

const agent = new Agent({ keepAlive: true })

type Sent = { method: string; headers: Record<string, string>; body: string | undefined }

/** Like fetch, for much less work. It asks for no compression, which has tests of its own. */
async function send(url: string, { method, headers, body }: Sent) {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sent = request(url, { agent, method, headers: { 'user-agent': 'node', ...length, ...headers } })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  sent.once('response', resolve).on('error', reject).end(body)
  const response = await promise
  return { response, text: unpack(await buffer(response), response.headers['content-encoding']).toString() }
}

function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes
}

export function caller(url: string) {
  return async (
    method: string,
    path: string,
    { body, query, token, headers }: CallOptions = {},
  ): Promise<Called> => {
    const search = query
      ? `?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`
      : ''
    const answer = await send(`${url}/api${path}${search}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    })
    const { statusCode = 0, rawHeaders } = answer.response
    const received = new Headers()
    for (let at = 0; at < rawHeaders.length; at += 2)
      received.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
    const isCsv = received.get('content-type')?.startsWith('text/csv')
    return {
      status: statusCode,
      body: answer.text === '' ? null : JSON.parse(isCsv ? JSON.stringify(answer.text) : answer.text),
      headers: received,
    }
  }
}
