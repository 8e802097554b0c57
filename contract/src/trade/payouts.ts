import { z } from 'zod'
import { CursorQuery, cursorList } from '../lib/cursor-list.ts'
import { endpoint } from '../lib/endpoint.ts'
import { EnteredPassword, Id, text, Time } from '../lib/fields.ts'

export const accountNumberError = 'Account numbers have 10 digits.'

export const Bank = z.object({ code: z.string(), name: z.string() }).meta({ id: 'Bank' })
export type Bank = z.output<typeof Bank>

export const PayoutAccount = z
  .object({
    bankName: z.string(),
    accountName: z.string().meta({ description: 'As the bank has it.' }),
    last4: z.string().meta({ description: 'The end of the account number; the rest is not stored.' }),
    usableFrom: Time.meta({ description: 'No payout goes there before.' }),
  })
  .meta({ id: 'PayoutAccount' })
export type PayoutAccount = z.output<typeof PayoutAccount>

export const NewPayoutAccount = z.object({
  bankCode: text(20),
  accountNumber: text(20).regex(/^\d{10}$/, accountNumberError),
  password: EnteredPassword,
})
export type NewPayoutAccount = z.output<typeof NewPayoutAccount>

export const listBanks = endpoint({
  method: 'GET',
  path: '/payouts/banks',
  access: 'member',
  shed: 'last',
  summary: 'The banks that payouts can go to, by name',
  reply: z.array(Bank),
  cache: 'etag',
  maxAgeSeconds: 3600,
  shared: 'all',
})

export const getPayoutAccount = endpoint({
  method: 'GET',
  path: '/payouts/account',
  access: 'member',
  summary: 'The bank account that one’s own payouts go to; `null` if there is none',
  reply: PayoutAccount.nullable(),
})

export const setPayoutAccount = endpoint({
  method: 'PUT',
  path: '/payouts/account',
  access: 'member',
  shed: 'last',
  summary: 'Have payouts sent to another bank account; its bank names the holder, and the member is mailed',
  body: NewPayoutAccount,
  reply: PayoutAccount,
  message: 'Bank account saved',
  limits: ['password'],
})

export const PayoutState = z.enum(['PENDING', 'SENT', 'PAID', 'FAILED', 'REVERSED'])
export type PayoutState = z.output<typeof PayoutState>

export const PayoutBalance = z
  .object({
    held: z.number().meta({ description: 'Paid by buyers, and not yet available: goods and delivery fees.' }),
    available: z
      .number()
      .meta({ description: 'For the next payout. Negative after a refund of what was paid out.' }),
    onTheWay: z.number(),
    paid: z.number().meta({ description: 'All that has arrived so far.' }),
  })
  .meta({ id: 'PayoutBalance' })
export type PayoutBalance = z.output<typeof PayoutBalance>

export const getPayoutBalance = endpoint({
  method: 'GET',
  path: '/payouts/balance',
  access: 'member',
  summary: 'What one has earned, and how far it is, in Naira',
  reply: PayoutBalance,
})

export const Payout = z
  .object({
    id: Id,
    amount: z.number().meta({ description: 'What arrives.' }),
    fee: z.number().meta({ description: 'What the provider took. The platform bears it.' }),
    state: PayoutState,
    reference: z.string(),
    bankName: z.string().nullable(),
    last4: z.string().nullable(),
    createdDate: Time,
  })
  .meta({ id: 'Payout' })
export type Payout = z.output<typeof Payout>

export const listPayouts = endpoint({
  method: 'GET',
  path: '/payouts',
  access: 'member',
  summary: 'One’s own payouts, newest first',
  query: CursorQuery,
  reply: cursorList(Payout),
})

const dayError = 'A day, such as 2026-01-31.'
const Day = z.iso.date(dayError).refine((day) => day >= '2000-01-01', dayError)

export const getStatement = endpoint({
  method: 'GET',
  path: '/payouts/statement',
  access: 'member',
  summary: 'Every change of what one is owed (held and available) between two days in Lagos, as CSV',
  query: z
    .object({ from: Day, to: Day })
    .refine(({ from, to }) => from <= to, { error: 'Must not be before `from`.', path: ['to'] }),
  reply: z.string().meta({ description: 'date,type,reference,orderId,amount,balance' }),
  download: 'rootsquare-statement.csv',
})

export const PayoutProblem = Payout.pick({
  id: true,
  amount: true,
  state: true,
  reference: true,
  createdDate: true,
})
  .extend({
    sellerId: Id.nullable(),
    sellerUsername: z.string(),
    why: z.string().nullable(),
  })
  .meta({ id: 'PayoutProblem' })
export type PayoutProblem = z.output<typeof PayoutProblem>

export const listPayoutProblems = endpoint({
  method: 'GET',
  path: '/payouts/problems',
  access: 'admin',
  summary:
    'Payouts that failed and were not paid again, wait for money at the provider, or are open for a day',
  query: CursorQuery,
  reply: cursorList(PayoutProblem),
})

export const TrialBalance = z
  .object({
    accounts: z.array(z.object({ account: z.string(), amount: z.number() })),
    sum: z.number().meta({ description: 'Always 0.' }),
  })
  .meta({ id: 'TrialBalance' })
export type TrialBalance = z.output<typeof TrialBalance>

export const getTrialBalance = endpoint({
  method: 'GET',
  path: '/payouts/trial-balance',
  access: 'admin',
  summary: 'The sums of all accounts of the ledger in Naira; together they are 0',
  reply: TrialBalance,
})
