/** Tells where one browser receives pushes, with the keys that encrypt them for it. */
export type PushTarget = { member_id: number; endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  /** Is encrypted for the browser, and has at most 3,993 bytes. */
  content: string
  /** Replaces an undelivered message of the same topic at the push service. */
  topic: string
  ttlSeconds: number
  urgency: 'normal' | 'high'
}

/** The result of a push. `gone`: the subscription has ended. `rejected`: the service never accepts this message. */
export type PushResult = 'accepted' | 'gone' | 'rejected'

/** Sends Web Push messages (RFC 8030, 8291, 8292). */
export type Push = {
  /** Browsers accept only messages that are signed with the private key of this public key. */
  publicKey: string
  /** Returns whether a push may be sent there: https, and no private address. */
  accepts: (endpoint: URL) => boolean
  /** Throws if the service is busy or does not respond, so that the job is retried. */
  send: (target: PushTarget, message: PushMessage) => Promise<PushResult>
}
