import { createHash, createHmac } from 'node:crypto'

/**
 * Describes what happens to transfers to an account. A transfer is pending, or waits for an OTP, before it goes through
 * `ends`.
 */
type Behaviour = { first: 'pending' | 'otp'; ends: readonly string[] }

export const behaviours = {
  pays: { first: 'pending', ends: ['success'] },
  fails: { first: 'pending', ends: ['failed'] },
  hangs: { first: 'pending', ends: [] },
  reverses: { first: 'pending', ends: ['success', 'reversed'] },
  otp: { first: 'otp', ends: [] },
  tooLow: { first: 'pending', ends: [] },
} satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof behaviours
export const isBehaviour = (name: string): name is BehaviourName => Object.hasOwn(behaviours, name)
export const outcomesOf = (name = ''): readonly string[] => (isBehaviour(name) ? behaviours[name].ends : [])

const testAccounts: Record<string, BehaviourName> = {
  '0000000001': 'pays',
  '0000000002': 'fails',
  '0000000003': 'hangs',
  '0000000004': 'reverses',
  '0000000005': 'otp',
  '0000000006': 'tooLow',
}

export const behaviourOf = (accountNumber: string): BehaviourName => testAccounts[accountNumber] ?? 'pays'

/** Returns false for numbers from 9999 on, which belong to nobody. */
export const isKnownAccount = (accountNumber: string) => !accountNumber.startsWith('9999')

const firstNames = ['ADA', 'BAYO', 'CHIDI', 'DAMILOLA', 'EBELE', 'FATIMA', 'GARBA', 'HALIMA']
const lastNames = ['OBI', 'ADEYEMI', 'BELLO', 'EZE', 'IBRAHIM', 'LAWAL', 'NWOSU', 'OKAFOR']

/** Returns the holder's name. The same account always has the same name. */
export function holderOf({ bank_code, account_number }: Account): string {
  const [first = 0, last = 0] = createHash('sha256').update(`${bank_code} ${account_number}`).digest()
  return `${firstNames[first % firstNames.length]} ${lastNames[last % lastNames.length]}`
}

type Account = { bank_code: string; account_number: string }

/** Returns a recipient code. The same account always has the same code, from which its number cannot be found. */
export function recipientCodeOf(secretKey: string, { bank_code, account_number }: Account): string {
  const digest = createHmac('sha256', secretKey).update(`${bank_code} ${account_number}`).digest('hex')
  return `RCP_${digest.slice(0, 20)}`
}

const names: readonly (readonly [code: string, name: string])[] = [
  ['044', 'Access Bank'],
  ['023', 'Citibank Nigeria'],
  ['050', 'Ecobank Nigeria'],
  ['070', 'Fidelity Bank'],
  ['011', 'First Bank of Nigeria'],
  ['214', 'First City Monument Bank'],
  ['00103', 'Globus Bank'],
  ['058', 'Guaranty Trust Bank'],
  ['301', 'Jaiz Bank'],
  ['082', 'Keystone Bank'],
  ['50211', 'Kuda Bank'],
  ['50515', 'Moniepoint MFB'],
  ['999992', 'OPay Digital Services Limited (OPay)'],
  ['999991', 'PalmPay'],
  ['076', 'Polaris Bank'],
  ['101', 'Providus Bank'],
  ['221', 'Stanbic IBTC Bank'],
  ['068', 'Standard Chartered Bank'],
  ['232', 'Sterling Bank'],
  ['100', 'Suntrust Bank'],
  ['302', 'TAJ Bank'],
  ['102', 'Titan Bank'],
  ['032', 'Union Bank of Nigeria'],
  ['033', 'United Bank For Africa'],
  ['215', 'Unity Bank'],
  ['566', 'VFD Microfinance Bank Limited'],
  ['035', 'Wema Bank'],
  ['057', 'Zenith Bank'],
]

/** The banks in the provider's wire format. */
export const banks = names.map(([code, name], index) => ({
  id: index + 1,
  code,
  name,
  active: true,
  is_deleted: null,
  country: 'Nigeria',
  currency: 'NGN',
  type: 'nuban',
}))
