import { chargeEvent, refundEvent } from '#api/sandbox/paystack-api.ts'
import type {
  NewTransaction,
  PaystackStore,
  Refund,
  RefundToAdd,
  Transaction,
} from '#api/sandbox/paystack-api.ts'
import { transferEvent } from '#api/sandbox/transfers-api.ts'
import type { Recipient, Transfer, TransferStore } from '#api/sandbox/transfers-api.ts'

type FakeTransaction = Transaction & Pick<NewTransaction, 'email' | 'callback_url'>

type FakeState = {
  transactions: Map<string, FakeTransaction>
  refunds: (Refund & { reference: string })[]
  lastId: number
}

/** In memory, where a test can read and change it. */
export function memoryStore(secretKey: string) {
  const state: FakeState = { transactions: new Map(), refunds: [], lastId: 4_099_260_515 }
  const { transactions, refunds } = state
  const { store: transferStore, ...transfers } = memoryTransferStore(() => ++state.lastId)
  const store: PaystackStore = {
    secretKey,
    ...transferStore,
    open: async (payment) => open(state, payment),
    find: async (reference) => transactions.get(reference),
    addRefund: async (refund) => addRefund(state, refund),
    async listRefunds({ transactionId, perPage, page }) {
      const found = refunds.filter(({ transaction }) => transaction === (transactionId ?? transaction))
      return found.toReversed().slice((page - 1) * perPage, page * perPage)
    },
  }
  return {
    store,
    transactions,
    refunds,
    ...transfers,
    /** The buyer pays. `changes` overwrite what the provider then reports. */
    pay: (reference: string, changes: Partial<FakeTransaction> = {}) =>
      Object.assign(required(transactions.get(reference)), { ...paid, ...changes }),
    chargeEvent: (reference: string) => chargeEvent(required(transactions.get(reference))),
    /** Sets the status of the refund and returns the event. Events of failures do not name their refund. */
    refundEvent(id: string, status: RefundStatus) {
      const refund = Object.assign(required(refunds.find((one) => String(one.id) === id)), { status })
      const { event, data } = refundEvent(refund, refund.reference)
      return status.startsWith('p') ? { event, data } : { event, data: { ...data, refund_reference: null } }
    },
  }
}

type RefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention'
const paid = { status: 'success', gateway_response: 'Successful' }

function open(state: FakeState, payment: NewTransaction) {
  const { reference, amount, currency, email, callback_url } = payment
  if (state.transactions.has(reference)) return undefined
  const id = ++state.lastId
  const unpaid = { domain: 'test', status: 'abandoned', gateway_response: 'Not yet paid' }
  state.transactions.set(reference, {
    ...unpaid,
    id,
    reference,
    amount,
    requested_amount: amount,
    currency,
    email,
    callback_url,
  })
  return { authorization_url: `https://checkout.paystack.com/${id}`, access_code: String(id) }
}

function addRefund(state: FakeState, { reference, merchant_note, amountOf }: RefundToAdd) {
  const paid = state.transactions.get(reference)
  if (!paid) return undefined
  const { id: transaction, domain, currency } = paid
  const earlier = state.refunds.filter((one) => one.transaction === transaction && one.status !== 'failed')
  const amount = amountOf({ paid, refundedKobo: earlier.reduce((sum, one) => sum + one.amount, 0) })
  const added = { id: ++state.lastId, status: 'pending', transaction, amount }
  const refund = { ...added, domain, currency, merchant_note, reference }
  state.refunds.push(refund)
  return { refund, paid }
}

/** Recipients and transfers in memory. They stay as they are until a test moves them. */
function memoryTransferStore(nextId: () => number) {
  const recipients = new Map<string, Recipient>()
  const transfers = new Map<string, Transfer>()
  const store: Omit<TransferStore, 'secretKey'> = {
    async addRecipient(added) {
      const recipient = recipients.get(added.recipient_code) ?? { ...added, id: nextId() }
      recipients.set(recipient.recipient_code, recipient)
      return recipient
    },
    findRecipient: async (code) => recipients.get(code),
    async addTransfer({ recipientId, ...added }) {
      const recipient = required([...recipients.values()].find(({ id }) => id === recipientId))
      const transfer = transfers.get(added.reference) ?? { ...added, id: nextId(), recipient }
      transfers.set(transfer.reference, transfer)
      return transfer
    },
    findTransfer: async (reference) => transfers.get(reference),
  }
  return {
    store,
    transfers,
    /** Sets the status of the transfer and returns the event. */
    transferEvent: (reference: string, status: string) =>
      transferEvent(Object.assign(required(transfers.get(reference)), { status }), status),
  }
}

function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The provider does not know it.')
  return found
}
