import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const unreadable = { status: 400, code: 'BAD_REQUEST', words: 'The request could not be read.' }
const byCode: Record<string, typeof unreadable> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'HEADERS_TOO_LARGE', words: 'The headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'TIMEOUT', words: 'The request took too long to arrive.' },
}

/** What is not even HTTP gets our error form too, by hand: there is no request to answer. */
export function clientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, code, words } = (error.code && byCode[error.code]) || unreadable
  const body = JSON.stringify({ error: [words], message: words, code })
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8`
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`)
}
