import { createECDH, generateKeyPairSync } from 'node:crypto'
import { mayBePublic, PrivateAddress, publicLookup } from '#api/ports/http/public-address.ts'
import { NoResponse, sendRequest, type Times } from '#api/ports/http/send-request.ts'
import type { Push, PushMessage, PushResult, PushTarget } from './push.ts'

type WebPushOptions = {
  privateKey: string
  /** The contact address for push services, alone or with a name. */
  mailFrom: string
  /** Also allows http and addresses of this machine, for tests. */
  allowsLocal: boolean
  times?: Times
  /** How long nothing is sent to a member after a service of theirs did not answer. */
  pauseMs?: number
  lookup?: ReturnType<typeof publicLookup>
}

const defaultTimes = { connectMs: 2000, totalMs: 10_000 }

export function webPush(options: WebPushOptions): Push {
  const publicKey = publicKeyOf(options.privateKey)
  const paused = pausedMembers(options.pauseMs ?? 300_000)
  const accepts = (endpoint: URL) => isAccepted(endpoint, options.allowsLocal)
  return {
    publicKey,
    accepts,
    async send(target, message) {
      const url = new URL(target.endpoint)
      if (!accepts(url)) return 'gone'
      if (paused.has(target.member_id))
        throw new Error('A push service of this member did not answer lately.')
      const details = await encrypt(target, message, { ...options, publicKey })
      const { allowsLocal, lookup = publicLookup(), times = defaultTimes } = options
      const request = { method: 'POST', url, ...details, ...(!allowsLocal && { lookup }) } as const
      return sendRequest(request, times).then(
        ({ status }) => resultOf(status),
        (error: unknown) => {
          if (error instanceof NoResponse && error.hasTimedOut) paused.add(target.member_id)
          return goneIfPrivate(error)
        },
      )
    },
  }
}

/**
 * Members choose the servers that pushes go to. Without a pause, one with many subscriptions at a server that never answers
 * would keep all workers busy.
 */
function pausedMembers(pauseMs: number) {
  const endOf = new Map<number, number>()
  return {
    has: (member: number) => (endOf.get(member) ?? 0) > performance.now(),
    add(member: number): void {
      for (const [one, end] of endOf) if (end <= performance.now()) endOf.delete(one)
      endOf.set(member, performance.now() + pauseMs)
    },
  }
}

/** Creates a VAPID key in the format of `VAPID_PRIVATE_KEY`. */
export function makePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ format: 'jwk' }).d ?? ''
}

function publicKeyOf(privateKey: string): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return pair.getPublicKey('base64url')
}

function isAccepted(endpoint: URL, allowsLocal: boolean): boolean {
  const { protocol, username, password } = endpoint
  if (username !== '' || password !== '') return false
  if (allowsLocal) return protocol === 'https:' || protocol === 'http:'
  return protocol === 'https:' && mayBePublic(endpoint)
}

type Sender = { mailFrom: string; publicKey: string; privateKey: string }

/**
 * Encrypts and signs with a package that is loaded at the first push. It does not send: it cannot check addresses or time
 * out.
 */
async function encrypt({ endpoint, p256dh, auth }: PushTarget, message: PushMessage, sender: Sender) {
  const { mailFrom, publicKey, privateKey } = sender
  const subject = `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
  const { default: library } = await import('web-push')
  const details = library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message.content, {
    vapidDetails: { subject, publicKey, privateKey },
    contentEncoding: 'aes128gcm',
    TTL: message.ttlSeconds,
    urgency: message.urgency,
    topic: message.topic,
  })
  const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)])
  return { headers: Object.fromEntries(headers), body: details.body }
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return 'accepted'
  if (status === 404 || status === 410) return 'gone'
  if (status === 408 || status === 429 || status >= 500) {
    throw new Error(`The push service answered ${status}.`)
  }
  return 'rejected'
}

function goneIfPrivate(error: unknown): PushResult {
  if (error instanceof NoResponse && error.cause instanceof PrivateAddress) return 'gone'
  throw error
}
