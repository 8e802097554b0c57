import { createHmac } from 'node:crypto'

/** A payment as the provider reports it. `requestedKobo` is the amount we requested, `amountKobo` the amount paid. */
export type VerifiedPayment = {
  status: string
  reference: string
  amountKobo: number
  requestedKobo: number
  currency: string
  /** Is null if the provider omits it. */
  domain: string | null
  gatewayResponse: string | null
  /** The fee that the provider deducts from the payment; 0 until it reports one. */
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

/** A transfer to make. `reference` is ours (a to z, digits, `-`, `_`). The provider makes at most one transfer for it. */
export type NewTransfer = { amountKobo: number; recipientCode: string; reason: string; reference: string }

/** A transfer to a bank account as the provider reports it. */
export type ProviderTransfer = {
  status: string
  reference: string
  amountKobo: number
  /** Is null if the provider omits it, like the other fields. */
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
  verify(reference: string): Promise<VerifiedPayment>
  refund(refund: NewRefund): Promise<{ id: string | null; status: string }>
  refundsOf(reference: string): Promise<ProviderRefund[]>
  /** Lists the Nigerian banks that have accounts of ten digits, by name. */
  banks(): Promise<Bank[]>
  /** Returns the name of the account at its bank. Fails with `isDeclined` if there is no such account. */
  resolveAccount(account: BankAccount): Promise<{ accountName: string }>
  /** Creates a recipient. The same account again returns the same recipient. */
  createRecipient(account: BankAccount & { name: string }): Promise<{ recipientCode: string }>
  /** Makes a transfer. A used reference returns the same transfer or is rejected as used, so verify it after any error. */
  transfer(transfer: NewTransfer): Promise<ProviderTransfer>
  /** Returns a transfer. Fails with `isUnknownReference` if the provider has no such transfer. */
  verifyTransfer(reference: string): Promise<ProviderTransfer>
  /** Checks the provider's signature of these bytes. */
  isSigned(bytes: Buffer, signature: string | undefined): boolean
}

/**
 * Says whether the request may have been processed. `unreachable`: certainly not. `unclear`: it may have been, so check
 * before a retry. `refused`: the provider rejected it, with its own `code` and message. `unreadable`: the response has an
 * unknown format, and it may have been.
 */
type ProviderErrorKind = 'unreachable' | 'unclear' | 'refused' | 'unreadable'

export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: ProviderErrorKind
  readonly code: string | undefined
  /** Holds the HTTP status, if there was a response. */
  readonly status: number | undefined

  constructor(kind: ProviderErrorKind, message: string, details: { code?: string; status?: number } = {}) {
    super(message)
    this.kind = kind
    this.code = details.code
    this.status = details.status
  }
}

/** Checks whether the provider rejected the request itself. 401 and 403 reject our key, not the request. */
export const isDeclined = (error: unknown) =>
  error instanceof ProviderError && error.kind === 'refused' && error.status !== 401 && error.status !== 403

/** Checks whether the provider knows nothing under this reference. */
export const isUnknownReference = (error: unknown) =>
  error instanceof ProviderError && error.kind === 'refused' && error.status === 404

/** Checks whether our balance is too low for a transfer, so that nothing was sent. Only the message is documented. */
export const isBalanceTooLow = (error: unknown) =>
  error instanceof ProviderError &&
  isDeclined(error) &&
  (error.code === 'insufficient_balance' || lowBalance.test(error.message))

const lowBalance =
  /\b(insufficient|not enough|low)\b.*\b(balance|funds)\b|\b(balance|funds)\b.*\b(insufficient|not (enough|sufficient)|low)\b/i

/** Derives the key that the sandbox and its client share, so that it needs no setting and is the same on every node. */
export function sandboxKey(jwtSecret: string): string {
  return `sk_test_${createHmac('sha256', jwtSecret).update('sandbox').digest('hex').slice(0, 40)}`
}
