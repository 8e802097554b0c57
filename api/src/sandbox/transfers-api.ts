import { z } from 'zod'
import { banks, behaviourOf, behaviours, holderOf, isKnownAccount, recipientCodeOf } from './accounts.ts'
import type { BehaviourName } from './accounts.ts'
import { Amount, PaystackError, parsePaystackInput, successReply } from './paystack-replies.ts'

export type Recipient = { id: number; recipient_code: string; behaviour: BehaviourName }

/** A transfer. `recipient` is only the id when a transfer is made, and the whole recipient when it is verified. */
export type Transfer = {
  id: number
  status: string
  reference: string
  amount: number
  reason: string | null
  recipient: Pick<Recipient, 'id' | 'recipient_code'>
}

export type TransferToAdd = Pick<Transfer, 'reference' | 'amount' | 'reason' | 'status'> & {
  recipientId: number
}

export type TransferStore = {
  secretKey: string
  /** Returns the stored recipient if the code is known. */
  addRecipient(recipient: Omit<Recipient, 'id'>): Promise<Recipient>
  findRecipient(recipientCode: string): Promise<Recipient | undefined>
  /** Returns the stored transfer if the reference is known. */
  addTransfer(transfer: TransferToAdd): Promise<Transfer>
  findTransfer(reference: string): Promise<Transfer | undefined>
}

const Account = z.object({ account_number: z.string().regex(/^\d{10}$/), bank_code: z.string().max(20) })
const NewRecipient = Account.extend({
  type: z.literal('nuban'),
  name: z.string().min(1).max(200),
  currency: z.literal('NGN').default('NGN'),
})
const NewTransfer = z.object({
  source: z.literal('balance'),
  amount: Amount,
  recipient: z.string().max(100),
  reason: z.string().max(500).optional(),
  reference: z.string().regex(/^[a-z0-9_-]{1,100}$/),
})

export const transferRoutes = [
  ['POST', '/transferrecipient', 'recipient'],
  ['POST', '/transfer', 'transfer'],
  ['GET', '/transfer/verify/', 'verifyTransfer'],
  ['GET', '/bank', 'banks'],
  ['GET', '/bank/resolve', 'resolve'],
] as const
type TransferCall = (typeof transferRoutes)[number][2]

type TransferRequest = { pathname: string; searchParams: URLSearchParams; body?: unknown }

/** Responds to the calls for payments to bank accounts. */
export async function answerTransferCall(store: TransferStore, call: TransferCall, request: TransferRequest) {
  switch (call) {
    case 'banks':
      return successReply('Banks retrieved', banks)
    case 'resolve':
      return resolve(parsePaystackInput(Account, Object.fromEntries(request.searchParams)))
    case 'recipient':
      return addRecipient(store, parsePaystackInput(NewRecipient, request.body))
    case 'transfer':
      return transfer(store, parsePaystackInput(NewTransfer, request.body))
    case 'verifyTransfer':
      return verify(store, decodeURIComponent(request.pathname.split('/').at(-1) ?? ''))
  }
}

function holder(account: z.output<typeof Account>): string {
  if (!banks.some(({ code }) => code === account.bank_code))
    throw new PaystackError(400, 'invalid_bank_code', `Unknown bank code: ${account.bank_code}`)
  if (isKnownAccount(account.account_number)) return holderOf(account)
  const text = 'Could not resolve account name. Check parameters or try again.'
  throw new PaystackError(422, 'unresolved_account', text)
}

function resolve(account: z.output<typeof Account>) {
  const account_name = holder(account)
  return successReply('Account number resolved', { account_number: account.account_number, account_name })
}

async function addRecipient(store: TransferStore, account: z.output<typeof NewRecipient>) {
  holder(account)
  const recipient = await store.addRecipient({
    recipient_code: recipientCodeOf(store.secretKey, account),
    behaviour: behaviourOf(account.account_number),
  })
  const details = { account_number: account.account_number, bank_code: account.bank_code }
  return successReply('Transfer recipient created successfully', {
    ...recipientOf(recipient),
    name: account.name,
    details,
  })
}

const recipientOf = ({ id, recipient_code }: Transfer['recipient']) => ({
  id,
  recipient_code,
  type: 'nuban',
  currency: 'NGN',
  domain: 'test',
  active: true,
})

async function transfer(store: TransferStore, request: z.output<typeof NewTransfer>) {
  const recipient = await store.findRecipient(request.recipient)
  if (!recipient) throw new PaystackError(400, 'invalid_recipient', 'Recipient specified is invalid')
  if (recipient.behaviour === 'tooLow')
    throw new PaystackError(400, 'insufficient_balance', 'Your balance is not enough to fulfill this request')
  if (request.amount < 1) throw new PaystackError(400, 'invalid_amount', 'Amount is too small')
  const { reference, amount, reason = null } = request
  const { first } = behaviours[recipient.behaviour]
  const made = await store.addTransfer({
    reference,
    amount,
    reason,
    status: first,
    recipientId: recipient.id,
  })
  const message = made.status === 'otp' ? 'Transfer requires OTP to continue' : 'Transfer has been queued'
  return successReply(message, { ...transferData(made), recipient: made.recipient.id })
}

async function verify(store: TransferStore, reference: string) {
  const found = await store.findTransfer(reference)
  if (!found) throw new PaystackError(404, 'transfer_not_found', 'Transfer not found')
  return successReply('Transfer retrieved', transferData(found))
}

const feeSteps = [
  { upToKobo: 500_000, feeKobo: 1000 },
  { upToKobo: 5_000_000, feeKobo: 2500 },
]
const highestFeeKobo = 5000

const feeOf = (amountKobo: number) =>
  feeSteps.find(({ upToKobo }) => amountKobo <= upToKobo)?.feeKobo ?? highestFeeKobo

/** Returns a transfer in the provider's format. The fee is known once the transfer has succeeded. */
function transferData({ id, status, reference, amount, reason, recipient }: Transfer) {
  return {
    id,
    domain: 'test',
    status,
    reference,
    amount,
    currency: 'NGN',
    source: 'balance',
    reason,
    transfer_code: `TRF_${id}`,
    fee_charged: status === 'success' ? feeOf(amount) : 0,
    failures: null,
    recipient: recipientOf(recipient),
  }
}

/** Returns the event of a transfer with the status at its own time, whatever has happened since. */
export const transferEvent = (transfer: Transfer, status: string) => ({
  event: `transfer.${status}`,
  data: transferData({ ...transfer, status }),
})
