import { connect } from 'node:net'

/**
 * A small HTTP/1.1 client with open connections and one call at a time on each. Node's own client needs as much processor
 * time for a call as the server needs to reject it, and would limit the rate on the same machine.
 */
export class HttpClient {
  #address
  #maxSockets
  #idle = []
  #waiting = []
  sockets = 0

  constructor(url, maxSockets) {
    this.#address = new URL(url)
    this.#maxSockets = maxSockets
  }

  /** Returns how many calls wait because all connections are in use. */
  get waiting() {
    return this.#waiting.length
  }

  /** Resolves with status 0 if the connection breaks. */
  call(request) {
    return new Promise((resolve) => {
      this.#waiting.push({ bytes: bytesOf(request, this.#address.host), resolve })
      this.#sendNext()
    })
  }

  #sendNext() {
    if (this.#waiting.length === 0) return
    if (this.#idle.length === 0 && this.sockets >= this.#maxSockets) return
    // The connection that was idle longest is used, so that none is idle until the server closes it.
    const connection = this.#idle.shift() ?? this.#open()
    const { bytes, resolve } = this.#waiting.shift()
    Object.assign(connection, { resolve, chunks: [], received: 0, length: undefined, head: '' })
    connection.socket.write(bytes)
  }

  #open() {
    this.sockets += 1
    const { hostname, port } = this.#address
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const connection = { socket }
    socket.on('data', (chunk) => this.#receive(connection, chunk))
    socket.on('error', () => {})
    socket.on('close', () => this.#forget(connection))
    return connection
  }

  #receive(connection, chunk) {
    connection.chunks.push(chunk)
    connection.received += chunk.length
    if (connection.length === undefined) readHead(connection)
    if (connection.length === undefined || connection.received < connection.length) return
    const { chunks, head, resolve } = connection
    this.#idle.push(connection)
    const text = () => Buffer.concat(chunks).toString('utf8', head.length)
    connection.resolve = undefined
    resolve({ status: Number(head.slice(9, 12)), head, text })
    this.#sendNext()
  }

  #forget(connection) {
    this.sockets -= 1
    this.#idle = this.#idle.filter((one) => one !== connection)
    connection.resolve?.({ status: 0, head: '', text: () => '' })
    this.#sendNext()
  }
}

function bytesOf({ method, path, body, token }, host) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`]
  if (token) lines.push(`authorization: Bearer ${token}`)
  if (text) lines.push('content-type: application/json')
  if (method !== 'GET') lines.push(`content-length: ${Buffer.byteLength(text)}`)
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

/** Finds the length of the response. Without Accept-Encoding the server always sends its length. */
function readHead(connection) {
  const start = connection.chunks.length === 1 ? connection.chunks[0] : Buffer.concat(connection.chunks)
  const end = start.indexOf('\r\n\r\n')
  if (end === -1) return
  connection.head = start.toString('latin1', 0, end + 4)
  const length = /\r\ncontent-length: (\d+)/i.exec(connection.head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${connection.head}`)
  connection.length = end + 4 + Number(length)
}
