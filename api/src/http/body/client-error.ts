import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const unreadable = { status: 400, code: 'BAD_REQUEST', text: 'The request could not be read.' }
const knownErrors: Record<string, typeof unreadable> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'HEADERS_TOO_LARGE', text: 'The headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'TIMEOUT', text: 'The request took too long to arrive.' },
}

const lingerMs = 1000

/** Writes our error body by hand, because bytes that are not HTTP never become a request with a reply. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  // Browsers open connections in advance, and would read an error on an unused one as the response to their next request.
  const isUnused = socket.bytesRead === 0
  if (isUnused || error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, code, text } = (error.code && knownErrors[error.code]) || unreadable
  const body = JSON.stringify({ error: [text], message: text, code })
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8`
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`)
  // The client may never close its half. Closing at once would lose our response if the client is still sending.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
