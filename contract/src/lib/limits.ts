/**
 * Rate limits. `per` says what is counted: calls of a network address (generous, because mobile carriers put thousands
 * of people behind one), of the signed-in member, or for the account named in the body. With `of: 'successes'`, calls
 * that are rejected, fail or repeat an Idempotency-Key do not count. The handlers of
 * log-in, codes and mails count themselves, so that nobody is locked out by who else shares the address (decision 2), and
 * `anonymous` does not count these calls.
 */
export const limits = {
  anonymous: { per: 'address', max: 1000, seconds: 60 },
  member: { per: 'member', max: 600, seconds: 60 },
  signUp: { per: 'address', max: 60, seconds: 3600 },
  login: { per: 'address', max: 300, seconds: 3600 },
  loginAccount: { per: 'account', max: 10, seconds: 900 },
  code: { per: 'address', max: 300, seconds: 3600 },
  mailRequest: { per: 'address', max: 60, seconds: 3600 },
  mailAccount: { per: 'account', max: 3, seconds: 3600 },
  addressChange: { per: 'account', max: 10, seconds: 3600 },
  password: { per: 'member', max: 10, seconds: 900 },
  export: { per: 'member', max: 10, seconds: 3600 },
  upload: { per: 'member', max: 120, seconds: 1800 },
  post: { per: 'member', max: 120, seconds: 3600, of: 'successes' },
  comment: { per: 'member', max: 120, seconds: 600, of: 'successes' },
  like: { per: 'member', max: 240, seconds: 60, of: 'successes' },
  follow: { per: 'member', max: 400, seconds: 86_400, of: 'successes' },
  join: { per: 'member', max: 300, seconds: 3600, of: 'successes' },
  section: { per: 'member', max: 240, seconds: 3600, of: 'successes' },
  propose: { per: 'member', max: 30, seconds: 86_400, of: 'successes' },
  item: { per: 'member', max: 120, seconds: 3600, of: 'successes' },
  checkout: { per: 'member', max: 60, seconds: 3600, of: 'successes' },
  document: { per: 'member', max: 120, seconds: 3600 },
  payment: { per: 'member', max: 120, seconds: 600 },
  report: { per: 'member', max: 50, seconds: 86_400, of: 'successes' },
  delete: { per: 'member', max: 120, seconds: 1800, of: 'successes' },
  message: { per: 'member', max: 120, seconds: 60 },
  newThread: { per: 'member', max: 60, seconds: 86_400 },
  signal: { per: 'member', max: 120, seconds: 60 },
  search: { per: 'member', max: 240, seconds: 60 },
} as const satisfies Record<string, Limit>

export type Limit = {
  per: 'address' | 'member' | 'account'
  max: number
  seconds: number
  of?: 'successes'
}
export type LimitName = keyof typeof limits
