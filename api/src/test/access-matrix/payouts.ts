import { members, row, staff, type Row } from './row.ts'

const day = '2026-01-31'

export const payoutRows: Row[] = [
  row('GET /payouts/banks', { any: members }),
  row('GET /payouts', { any: members }),
  row('GET /payouts/balance', { any: members }),
  row('GET /payouts/statement', { any: members }, () => ({ query: { from: day, to: day } })),
  row('GET /payouts/statement/entries', { any: members }),
  row('GET /payouts/problems', { any: staff }),
  row('GET /payouts/trial-balance', { any: staff }),
  row('GET /payouts/account', { any: members }),
  row('PUT /payouts/account', { any: members }, ({ me }) => ({
    body: { bankCode: '058', accountNumber: '0123456789', password: me.password },
  })),
]
