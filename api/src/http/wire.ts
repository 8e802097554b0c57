import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** What is not even HTTP gets our error form too, by hand: there is no request to answer. */
export function clientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, code, words] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'HEADERS_TOO_LARGE', 'The headers are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'TIMEOUT', 'The request took too long to arrive.']
        : [400, 'BAD_REQUEST', 'The request could not be read.']
  const body = JSON.stringify({ error: [words], message: words, code })
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[Number(status)]}\r\ncontent-type: application/json; charset=utf-8`
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`)
}
