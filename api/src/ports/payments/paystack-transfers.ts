import type { z } from 'zod'
import type { Bank, Payments, ProviderTransfer } from './payments.ts'
import { unreadable, type SendCall, type SendListCall } from './paystack-send.ts'
import { ListedBanks, WireRecipient, ResolvedAccount, WireTransfer } from './paystack-wire.ts'

type TransferCalls = Pick<
  Payments,
  'banks' | 'resolveAccount' | 'createRecipient' | 'transfer' | 'verifyTransfer'
>

/** Makes the provider's calls for payments to bank accounts. */
export function transferCalls(send: SendCall, sendList: SendListCall): TransferCalls {
  return {
    banks: () => listBanks(sendList),
    async resolveAccount({ bankCode, accountNumber }) {
      const account = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode })
      const path = `/bank/resolve?${account}`
      const { account_name } = await send({ method: 'GET', path, data: ResolvedAccount })
      return { accountName: account_name }
    },
    async createRecipient({ name, accountNumber: account_number, bankCode: bank_code }) {
      const body = { type: 'nuban', name, account_number, bank_code, currency: 'NGN' }
      const made = await send({ method: 'POST', path: '/transferrecipient', body, data: WireRecipient })
      return { recipientCode: made.recipient_code }
    },
    async transfer({ amountKobo, recipientCode, reason, reference }) {
      const body = { source: 'balance', amount: amountKobo, recipient: recipientCode, reason, reference }
      const made = await send({ method: 'POST', path: '/transfer', body, data: WireTransfer })
      return toTransfer(made, { reference, amountKobo })
    },
    async verifyTransfer(reference) {
      const path = `/transfer/verify/${encodeURIComponent(reference)}`
      return toTransfer(await send({ method: 'GET', path, data: WireTransfer }), { reference })
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
type ListPosition = { page: number; next: string | null; known: ReadonlySet<string> }

/**
 * Reads all pages, by cursor or else by number. A page without a new bank is the last, even if a server ignores both and
 * repeats the first page.
 */
async function listPages(
  sendList: SendListCall,
  { page, next, known }: ListPosition = { page: 1, next: null, known: new Set() },
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

type Expected = { reference: string; amountKobo?: number }

/** Rejects a transfer with another reference or without a comparable amount, because it says nothing about ours. */
function toTransfer(found: z.output<typeof WireTransfer>, expected: Expected): ProviderTransfer {
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
