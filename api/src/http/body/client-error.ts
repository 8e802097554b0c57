import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const unreadable = { status: 400, code: 'BAD_REQUEST', words: 'The request could not be read.' }
const byCode: Record<string, typeof unreadable> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'HEADERS_TOO_LARGE', words: 'The headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'TIMEOUT', words: 'The request took too long to arrive.' },
}

const lingerMs = 1000

/** What is not even HTTP gets our error form too, by hand: there is no request to answer. */
export function clientError(error: Error & { code?: string }, socket: Socket): void {
  // Browsers open connections in advance. One that was never used would take an answer for that of its next request.
  const isUnused = socket.bytesRead === 0
  if (isUnused || error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, code, words } = (error.code && byCode[error.code]) || unreadable
  const body = JSON.stringify({ error: [words], message: words, code })
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8`
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`)
  // The other side may never close its half. At once would be too early: what it still sends would cost it our answer.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
