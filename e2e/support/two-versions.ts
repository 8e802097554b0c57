import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

const mark = '<meta name="test-version" content="2" /></head>'

/**
 * An address that sends what the server sends, and after `release` a second version of the app: its service worker has another
 * version, and its page a mark.
 */
export async function openTwoVersions(serverUrl: string) {
  let isSecond = false
  const proxy = createServer((incoming, outgoing) => {
    // What the browser has stored is not compared with, because it may be that of the other version.
    const { 'if-none-match': _, 'if-modified-since': __, ...sent } = incoming.headers
    const headers = { ...sent, 'accept-encoding': 'identity' }
    const { method, url } = incoming
    const forwarded = request(serverUrl + url, { method, headers }, (response) => {
      const isChanged = isSecond && /\/(service-worker\.js|loading|user)$/.test(url ?? '')
      if (isChanged) void sendSecond(response, outgoing)
      else response.pipe(outgoing.writeHead(response.statusCode ?? 500, response.headers))
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    release(): void {
      isSecond = true
    },
    close(): void {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

async function sendSecond(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { 'content-length': _, etag: __, 'last-modified': ___, ...headers } = response.headers
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += part
  outgoing.writeHead(response.statusCode ?? 500, headers)
  outgoing.end(text.replace('</head>', mark).replace(/version:(["`'])/g, 'version:$1second-'))
}
