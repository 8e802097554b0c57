import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import { z } from 'zod'

const PushContent = z.object({
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  url: z.string(),
  unread: z.int(),
})
/** `hang`: the request is taken, and never answered. */
export type Answer = number | 'hang'
type Browser = { keys: ECDH; auth: Buffer; answers: Answer[] }
type Received = {
  path: string
  content: z.output<typeof PushContent>
  headers: IncomingMessage['headers']
  vapid: { subject: unknown; publicKey: string }
}
/** The contents that a browser got, oldest first. */
const contentsAt = (received: Received[], browser: { path: string }) =>
  received.flatMap(({ path, content }) => (path === browser.path ? [content] : []))

/**
 * A push service that checks and decrypts like a real one and a browser: the VAPID signature (RFC 8292), the encryption
 * (RFC 8291) and the headers (RFC 8030). What is wrong with a request is in `complaints`.
 */
export async function startPushService() {
  const browsers = new Map<string, Browser>()
  const received: Received[] = []
  const complaints: unknown[] = []
  const server = createServer((request, response) => {
    void take(request, browsers).then(
      (message) => {
        received.push(message)
        const answer = browsers.get(message.path)?.answers.shift() ?? 201
        if (answer !== 'hang') response.writeHead(answer).end()
      },
      (error: unknown) => {
        complaints.push(error)
        response.writeHead(400).end()
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address === null || typeof address === 'string' ? 0 : address.port
  return {
    received,
    complaints,
    receivedAt: (browser: { path: string }) => contentsAt(received, browser),
    /** What a browser hands to the web app. `answers` are given to its first pushes, 201 to all after. */
    subscribe(...answers: Answer[]) {
      const browser = { keys: createECDH('prime256v1'), auth: randomBytes(16), answers }
      const p256dh = browser.keys.generateKeys('base64url')
      const keys = { p256dh, auth: browser.auth.toString('base64url') }
      const path = `/send/${randomBytes(9).toString('base64url')}`
      browsers.set(path, browser)
      return { path, endpoint: `http://127.0.0.1:${port}${path}`, keys }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function take(request: IncomingMessage, browsers: Map<string, Browser>): Promise<Received> {
  const path = request.url ?? ''
  const browser = browsers.get(path)
  if (!browser) throw new Error(`Nobody has subscribed at ${path}.`)
  checkHeaders(request)
  const vapid = await verifyVapid(request.headers.authorization ?? '', `http://${request.headers.host}`)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const content = PushContent.parse(JSON.parse(decrypt(Buffer.concat(chunks), browser)))
  return { path, content, headers: request.headers, vapid }
}

function checkHeaders({ method, headers }: IncomingMessage): void {
  if (method !== 'POST' || headers['content-encoding'] !== 'aes128gcm') throw new Error('No push message.')
  if (!/^\d+$/.test(String(headers['ttl']))) throw new Error('TTL is missing.')
  if (!/^(very-low|low|normal|high)$/.test(String(headers['urgency']))) throw new Error('Urgency is missing.')
  if (!/^[\w-]{1,32}$/.test(String(headers['topic']))) throw new Error('Topic is missing.')
}

const Vapid = /^vapid t=([\w.-]+), ?k=([\w-]+)$/

async function verifyVapid(authorization: string, audience: string): Promise<Received['vapid']> {
  const [, token = '', publicKey = ''] = Vapid.exec(authorization) ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  const { payload } = await jwtVerify(token, key, { algorithms: ['ES256'], audience })
  const seconds = (payload.exp ?? Infinity) - Date.now() / 1000
  if (seconds > 86_400) throw new Error('The token is valid for more than a day.')
  return { subject: payload.sub, publicKey }
}

/** One record: salt, record size, the sender's public key, and the text with its padding. */
function decrypt(body: Buffer, { keys, auth }: Browser): string {
  const [salt, senderKey] = [body.subarray(0, 16), body.subarray(21, 86)]
  const sealed = body.subarray(86)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(senderKey), auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
