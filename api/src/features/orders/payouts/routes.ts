import * as api from '@rootsquare/contract/trade/payouts'
import { serve, type RouteContext } from '#api/http/serve/serve.ts'
import { getPayoutAccount, setPayoutAccount } from './account.ts'
import { getPayoutBalance, getTrialBalance } from '#api/features/orders/ledger/balances.ts'
import { storedBanks } from './banks.ts'
import { listPayoutProblems, listPayouts } from './list-payouts.ts'
import { getStatement, listStatementEntries } from '#api/features/orders/ledger/statement.ts'

export function payoutRoutes(app: RouteContext): void {
  const listBanks = storedBanks(app.deps)
  serve(app, api.listBanks, { shed: 'last' }, () => listBanks())
  serve(app, api.getPayoutAccount, ({ db, viewer }) => getPayoutAccount(db, viewer))
  serve(app, api.setPayoutAccount, { shed: 'last' }, ({ deps, viewer, body }) =>
    setPayoutAccount(deps, listBanks, viewer, body),
  )
  serve(app, api.getPayoutBalance, ({ db, viewer }) => getPayoutBalance(db, viewer))
  serve(app, api.listPayouts, ({ db, viewer, query }) => listPayouts(db, viewer, query))
  serve(app, api.getStatement, ({ db, viewer, query }) => getStatement(db, viewer, query))
  serve(app, api.listStatementEntries, ({ db, viewer, query }) => listStatementEntries(db, viewer, query))
  serve(app, api.listPayoutProblems, ({ deps, query }) => listPayoutProblems(deps, query))
  serve(app, api.getTrialBalance, ({ db }) => getTrialBalance(db))
}
