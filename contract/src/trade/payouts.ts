import { z } from 'zod'
import { CursorQuery, cursorList } from '../lib/cursor-list.ts'
import { endpoint, getByMember } from '../lib/endpoint.ts'
import { EnteredPassword, Id, text, Time } from '../lib/fields.ts'

export const accountNumberError = 'Account numbers have 10 digits.'

export const Bank = z.object({ code: z.string(), name: z.string() }).meta({ id: 'Bank' })
export type Bank = z.output<typeof Bank>

export const PayoutAccount = z
  .object({
    bankName: z.string(),
    accountName: z.string().meta({ description: 'The name of the account holder at the bank.' }),
    last4: z
      .string()
      .meta({ description: 'The last 4 digits of the account number. The rest is not stored.' }),
    usableFrom: Time.meta({ description: 'No payout is sent to the account before this time.' }),
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
  ...getByMember,
  path: '/payouts/banks',
  summary: 'List the banks that payouts can be sent to, sorted by name',
  reply: z.array(Bank),
  cache: 'etag',
  maxAgeSeconds: 3600,
  shared: 'all',
})

export const getPayoutAccount = endpoint({
  ...getByMember,
  path: '/payouts/account',
  summary: 'Get the caller’s bank account for payouts, or `null` if there is none',
  reply: PayoutAccount.nullable(),
})

export const setPayoutAccount = endpoint({
  method: 'PUT',
  path: '/payouts/account',
  access: 'member',
  summary:
    'Set the bank account for payouts. The bank provides the holder’s name, and the member gets a mail',
  body: NewPayoutAccount,
  reply: PayoutAccount,
  message: 'Bank account saved',
  limits: ['password'],
})

export const PayoutState = z.enum(['PENDING', 'SENT', 'PAID', 'FAILED', 'REVERSED'])
export type PayoutState = z.output<typeof PayoutState>

export const PayoutBalance = z
  .object({
    held: z.number().meta({ description: 'Paid by buyers and not yet available. Includes delivery fees.' }),
    available: z.number().meta({
      description:
        'Available for the next payout. Negative after a refund of money that was already paid out.',
    }),
    onTheWay: z.number(),
    paid: z.number().meta({ description: 'The total that has arrived so far.' }),
  })
  .meta({ id: 'PayoutBalance' })
export type PayoutBalance = z.output<typeof PayoutBalance>

export const getPayoutBalance = endpoint({
  ...getByMember,
  path: '/payouts/balance',
  summary: 'Get the caller’s earnings in Naira: held, available, on the way and paid',
  reply: PayoutBalance,
})

export const Payout = z
  .object({
    id: Id,
    amount: z.number().meta({ description: 'The amount that arrives.' }),
    fee: z.number().meta({ description: 'The fee of the provider. The platform pays it.' }),
    state: PayoutState,
    reference: z.string(),
    bankName: z.string().nullable(),
    last4: z.string().nullable(),
    createdDate: Time,
  })
  .meta({ id: 'Payout' })
export type Payout = z.output<typeof Payout>

export const listPayouts = endpoint({
  ...getByMember,
  path: '/payouts',
  summary: 'List the caller’s payouts, newest first',
  query: CursorQuery,
  reply: cursorList(Payout),
})

const dayError = 'A day, such as 2026-01-31.'
const Day = z.iso.date(dayError).refine((day) => day >= '2000-01-01', dayError)

export const getStatement = endpoint({
  ...getByMember,
  path: '/payouts/statement',
  summary: 'Export every change of the caller’s balance (held and available) between two Lagos days as CSV',
  query: z
    .object({ from: Day, to: Day })
    .refine(({ from, to }) => from <= to, { error: 'Must not be before `from`.', path: ['to'] }),
  reply: z.string().meta({ description: 'date,type,reference,orderId,amount,balance' }),
  download: 'rootsquare-statement.csv',
})

/** What changes the balance of a seller. `RELEASE` takes the commission, and `HOLD` gives it back during a dispute. */
export const StatementType = z.enum([
  'SALE',
  'CANCEL',
  'RELEASE',
  'HOLD',
  'DISPUTE',
  'PAYOUT',
  'PAYOUT_RETURNED',
])
export type StatementType = z.output<typeof StatementType>

export const StatementEntry = z
  .object({
    id: Id,
    type: StatementType,
    transactionRef: z.string().nullable().meta({ description: 'Of the order. Null for a payout.' }),
    orderId: Id.nullable().meta({
      description: 'The `orderId` at `GET /cart/seller/orders`; of a whole parcel that of its first line.',
    }),
    amount: z.number().meta({ description: 'Negative if it reduces the balance.' }),
    createdDate: Time,
  })
  .meta({ id: 'StatementEntry' })
export type StatementEntry = z.output<typeof StatementEntry>

export const listStatementEntries = endpoint({
  ...getByMember,
  path: '/payouts/statement/entries',
  summary: 'List the changes of the caller’s balance (held and available), newest first',
  query: CursorQuery,
  reply: cursorList(StatementEntry),
})

export const PayoutProblem = Payout.omit({ fee: true, bankName: true, last4: true })
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
    'List payouts that failed without a later one, wait for money at the provider, are open for a day, or of which the provider says something else than before',
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
  summary: 'Get the sums of all ledger accounts in Naira. Together they are 0',
  reply: TrialBalance,
})
