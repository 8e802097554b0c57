import { createHmac } from 'node:crypto'

/** A payment as the provider reports it. `requestedKobo` is what we requested, `amountKobo` what was paid. */
export type Verified = {
  status: string
  reference: string
  amountKobo: number
  requestedKobo: number
  currency: string
  /** Null if the provider omits it. */
  domain: string | null
  gatewayResponse: string | null
  /** What the provider keeps of the payment; 0 until it says so. */
  feesKobo: number
}

export type NewPayment = {
  email: string
  amountKobo: number
  reference: string
  callbackUrl: string
  cancelUrl: string
}

/** A refund is always in the currency of its payment. */
export type NewRefund = { reference: string; amountKobo: number; currency: string; note: string }

export type ProviderRefund = { id: string; amountKobo: number; status: string; note: string | null }

export type Bank = { code: string; name: string }
export type BankAccount = { bankCode: string; accountNumber: string }

/** `reference` is ours: letters a to z, digits, `-` and `_`. The provider makes one transfer of it at most. */
export type NewTransfer = { amountKobo: number; recipientCode: string; reason: string; reference: string }

/** A transfer to a bank account as the provider reports it. */
export type ProviderTransfer = {
  status: string
  reference: string
  amountKobo: number
  /** Null if the provider omits it, as are the others. */
  currency: string | null
  domain: string | null
  feeKobo: number | null
  recipientCode: string | null
  transferCode: string | null
  gatewayResponse: string | null
}

/** The payment provider. All failures are thrown as ProviderError. */
export type Payments = {
  /** The expected `domain` of payments, or null if the key does not show it. */
  mode: 'test' | 'live' | null
  initialize(payment: NewPayment): Promise<{ authorizationUrl: string }>
  verify(reference: string): Promise<Verified>
  refund(refund: NewRefund): Promise<{ id: string | null; status: string }>
  refundsOf(reference: string): Promise<ProviderRefund[]>
  /** The Nigerian banks that have accounts of ten digits, by name. */
  banks(): Promise<Bank[]>
  /** The name that the bank has for the account. `isDeclined` if there is no such account. */
  resolveAccount(account: BankAccount): Promise<{ accountName: string }>
  /** The same account again returns the same recipient. */
  createRecipient(account: BankAccount & { name: string }): Promise<{ recipientCode: string }>
  /** The same reference again is the same transfer, or is refused as used: verify it after any error. */
  transfer(transfer: NewTransfer): Promise<ProviderTransfer>
  /** `isUnknownReference` if the provider has no such transfer. */
  verifyTransfer(reference: string): Promise<ProviderTransfer>
  /** Checks the provider's signature of these bytes. */
  isSigned(bytes: Buffer, signature: string | undefined): boolean
}

/**
 * `unreachable`: certainly not done. `unclear`: it may have been done, so check before a retry. `refused`: the provider
 * rejected it, with its own `code` and message. `unreadable`: the response has an unknown format; it may have been done.
 */
type ProviderErrorKind = 'unreachable' | 'unclear' | 'refused' | 'unreadable'

export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: ProviderErrorKind
  readonly code: string | undefined
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined

  constructor(kind: ProviderErrorKind, message: string, details: { code?: string; status?: number } = {}) {
    super(message)
    this.kind = kind
    this.code = details.code
    this.status = details.status
  }
}

/** The provider rejected the request itself. 401 and 403 reject our key, and say nothing about the request. */
export const isDeclined = (error: unknown) =>
  error instanceof ProviderError && error.kind === 'refused' && error.status !== 401 && error.status !== 403

/** The provider has nothing of this reference. */
export const isUnknownReference = (error: unknown) =>
  error instanceof ProviderError && error.kind === 'refused' && error.status === 404

/** Our balance at the provider does not cover a transfer. Nothing was sent. The message is all that is documented. */
export const isBalanceTooLow = (error: unknown) =>
  error instanceof ProviderError &&
  isDeclined(error) &&
  (error.code === 'insufficient_balance' || lowBalance.test(error.message))

const lowBalance =
  /\b(insufficient|not enough|low)\b.*\b(balance|funds)\b|\b(balance|funds)\b.*\b(insufficient|not (enough|sufficient)|low)\b/i

/** The key that the sandbox and its client share. It is derived, so that it needs no setting and is the same on every node. */
export function sandboxKey(jwtSecret: string): string {
  return `sk_test_${createHmac('sha256', jwtSecret).update('sandbox').digest('hex').slice(0, 40)}`
}
