import { createHmac } from 'node:crypto'

/** What the provider says of a payment. `requestedKobo` is what it was asked for, `amountKobo` what came. */
export type Verified = {
  status: string
  reference: string
  amountKobo: number
  requestedKobo: number
  currency: string
  /** Null where the provider does not say. */
  domain: string | null
  gatewayResponse: string | null
}

export type NewPayment = {
  email: string
  amountKobo: number
  reference: string
  callbackUrl: string
  cancelUrl: string
}

/** In the currency of the payment, which is not ours to choose. */
export type NewRefund = { reference: string; amountKobo: number; currency: string; note: string }

export type ProviderRefund = { id: string; amountKobo: number; status: string; note: string | null }

/** The one who takes the money. Whatever goes wrong is thrown as ProviderTrouble. */
export type Payments = {
  /** The `domain` that payments must carry; null where the key does not tell. */
  mode: 'test' | 'live' | null
  initialize(payment: NewPayment): Promise<{ authorizationUrl: string }>
  verify(reference: string): Promise<Verified>
  refund(refund: NewRefund): Promise<{ id: string | null; status: string }>
  refundsOf(reference: string): Promise<ProviderRefund[]>
  /** Whether the provider, and nobody else, sent exactly these bytes. */
  isSigned(bytes: Buffer, signature: string | undefined): boolean
}

/**
 * unreachable: surely not done. unclear: it may have been done, ask before doing it again.
 * refused: the provider said no, `code` and the message are its own. unreadable: the answer is not its wire form,
 * and what it stands for may have been done.
 */
type TroubleKind = 'unreachable' | 'unclear' | 'refused' | 'unreadable'

export class ProviderTrouble extends Error {
  override name = 'ProviderTrouble'
  readonly kind: TroubleKind
  readonly code: string | undefined
  /** The status of the answer, where there was one. */
  readonly status: number | undefined

  constructor(kind: TroubleKind, message: string, told: { code?: string; status?: number } = {}) {
    super(message)
    this.kind = kind
    this.code = told.code
    this.status = told.status
  }
}

/** A no to what was asked. 401 and 403 are a no to our key, and say nothing of it. */
export const isNo = (error: unknown) =>
  error instanceof ProviderTrouble && error.kind === 'refused' && error.status !== 401 && error.status !== 403

/** The key that the built-in sandbox and its client share: no setting, and the same on every node. */
export function sandboxKey(jwtSecret: string): string {
  return `sk_test_${createHmac('sha256', jwtSecret).update('sandbox').digest('hex').slice(0, 40)}`
}
