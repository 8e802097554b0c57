import type { z } from 'zod'
import type { Bank, BankAccount, NewTransfer, Payments, ProviderTransfer } from './payments.ts'
import { unreadable, type SendCall, type SendListCall } from './paystack-send.ts'
import { ListedBanks, Recipient, ResolvedAccount, Transfer } from './wire.ts'

type TransferCalls = Pick<
  Payments,
  'banks' | 'resolveAccount' | 'createRecipient' | 'transfer' | 'verifyTransfer'
>

/** The provider's calls for payments to bank accounts. */
export function transferCalls(send: SendCall, sendList: SendListCall): TransferCalls {
  return {
    banks: () => listBanks(sendList),
    resolveAccount: (account) => resolveAccount(send, account),
    createRecipient: (account) => createRecipient(send, account),
    transfer: (transfer) => requestTransfer(send, transfer),
    async verifyTransfer(reference) {
      const path = `/transfer/verify/${encodeURIComponent(reference)}`
      return toTransfer(await send({ method: 'GET', path, data: Transfer }), { reference })
    },
  }
}

const perPage = 100
const maxPages = 50

async function listBanks(sendList: SendListCall): Promise<Bank[]> {
  const listed = await listPages(sendList)
  const usable = new Map(listed.filter(isUsable).map(({ code, name }) => [code, { code, name }]))
  return [...usable.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

type Listed = NonNullable<z.output<typeof ListedBanks>[number]>
type Place = { page: number; next: string | null; known: ReadonlySet<string> }

/**
 * Follows the cursor, or counts pages where there is none. A page without a new bank is the end, also when a server ignores
 * both and repeats the first page.
 */
async function listPages(
  sendList: SendListCall,
  { page, next, known }: Place = { page: 1, next: null, known: new Set() },
): Promise<Listed[]> {
  const place = next === null ? `page=${page}` : `next=${encodeURIComponent(next)}`
  const path = `/bank?country=nigeria&currency=NGN&use_cursor=true&perPage=${perPage}&${place}`
  const { data, next: following } = await sendList({ method: 'GET', path, data: ListedBanks })
  const added = data.filter((bank) => bank !== null).filter(({ code }) => !known.has(code))
  const hasMore = following !== null || data.length >= perPage
  if (added.length === 0 || !hasMore || page >= maxPages) return added
  const codes = new Set([...known, ...added.map(({ code }) => code)])
  return [...added, ...(await listPages(sendList, { page: page + 1, next: following, known: codes }))]
}

const isUsable = ({ active, is_deleted, currency, type }: Listed) =>
  active !== false && is_deleted !== true && (currency ?? 'NGN') === 'NGN' && (type ?? 'nuban') === 'nuban'

async function resolveAccount(send: SendCall, { bankCode, accountNumber }: BankAccount) {
  const account = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode })
  const path = `/bank/resolve?${account}`
  const { account_name } = await send({ method: 'GET', path, data: ResolvedAccount })
  return { accountName: account_name }
}

async function createRecipient(send: SendCall, account: BankAccount & { name: string }) {
  const { recipient_code } = await send({
    method: 'POST',
    path: '/transferrecipient',
    body: {
      type: 'nuban',
      name: account.name,
      account_number: account.accountNumber,
      bank_code: account.bankCode,
      currency: 'NGN',
    },
    data: Recipient,
  })
  return { recipientCode: recipient_code }
}

async function requestTransfer(send: SendCall, transfer: NewTransfer): Promise<ProviderTransfer> {
  const { amountKobo, recipientCode, reason, reference } = transfer
  const body = { source: 'balance', amount: amountKobo, recipient: recipientCode, reason, reference }
  const made = await send({ method: 'POST', path: '/transfer', body, data: Transfer })
  return toTransfer(made, { reference, amountKobo })
}

type Expected = { reference: string; amountKobo?: number }

/** Of another reference, or without an amount that we could compare, it says nothing about our transfer. */
function toTransfer(found: z.output<typeof Transfer>, expected: Expected): ProviderTransfer {
  const amountKobo = found.amount ?? expected.amountKobo
  if (found.reference !== expected.reference || amountKobo === undefined) throw unreadable(200)
  return {
    status: found.status,
    reference: found.reference,
    amountKobo,
    currency: found.currency ?? null,
    domain: found.domain ?? null,
    feeKobo: found.fee_charged ?? null,
    recipientCode: found.recipient ?? null,
    transferCode: found.transfer_code ?? null,
    gatewayResponse: found.gateway_response ?? null,
  }
}
