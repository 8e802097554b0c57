import { members, staff, type Row } from './row.ts'

const day = '2026-01-31'

export const payoutRows: Row[] = [
  { call: 'GET /payouts/banks', answers: { any: members } },
  { call: 'GET /payouts', answers: { any: members } },
  { call: 'GET /payouts/balance', answers: { any: members } },
  {
    call: 'GET /payouts/statement',
    answers: { any: members },
    request: () => ({ query: { from: day, to: day } }),
  },
  { call: 'GET /payouts/problems', answers: { any: staff } },
  { call: 'GET /payouts/trial-balance', answers: { any: staff } },
  { call: 'GET /payouts/account', answers: { any: members } },
  {
    call: 'PUT /payouts/account',
    answers: { any: members },
    request: ({ me }) => ({
      body: { bankCode: '058', accountNumber: '0123456789', password: me.password },
    }),
  },
]
