import { randomId } from '#web/lib/storage/random-id.ts'

/** The content that was last sent, and its Idempotency-Key. */
export type SentRequest = { content: string; key: string }

/** Returns the same key for the same content, so that sending it again after a lost answer creates nothing twice. */
export function requestKeyFor(sent: SentRequest | null, request: object): SentRequest {
  const content = JSON.stringify(request)
  return sent?.content === content ? sent : { content, key: randomId() }
}
