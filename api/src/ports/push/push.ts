/** Where one browser receives pushes, and the keys that encrypt them for it. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  /** Encrypted for the browser; at most 3,993 bytes. */
  content: string
  /** The push service replaces an undelivered message of the same topic. */
  topic: string
  ttlSeconds: number
  urgency: 'normal' | 'high'
}

/** `gone`: nothing will ever arrive there. `rejected`: this message is not taken, and trying again does not help. */
export type PushResult = 'accepted' | 'gone' | 'rejected'

/** Web Push (RFC 8030, 8291, 8292). */
export type Push = {
  /** Browsers accept only messages that are signed with the private key of this one. */
  publicKey: string
  /** Whether it may be sent there: https, and no private address. */
  accepts: (endpoint: URL) => boolean
  /** Throws if the service is busy or does not answer, and the job is then retried. */
  send: (target: PushTarget, message: PushMessage) => Promise<PushResult>
}
