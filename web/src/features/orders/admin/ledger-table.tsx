import { nairaText } from '@rootsquare/contract/lib/money'
import type { AdminOrder } from '@rootsquare/contract/trade/admin-orders'
import { accountText, ledgerLabels } from '#web/features/orders/admin/admin-order-labels.ts'
import { OrderCard } from '#web/features/orders/admin/order-card.tsx'
import { stampText } from '#web/lib/format/time.ts'
import classes from './order-cards.module.css'

/** What each event moved between the accounts; every row adds up to 0. */
export function LedgerTable({ order: { ledger } }: { order: AdminOrder }) {
  if (ledger.length === 0) return null
  return (
    <OrderCard title="Ledger">
      <table className={classes.ledger} aria-label="Ledger">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Accounts</th>
          </tr>
        </thead>
        <tbody>
          {ledger.map(({ id, kind, entries, createdDate }) => (
            <tr key={id}>
              <th scope="row">
                {ledgerLabels[kind]}
                <time className="small muted" dateTime={createdDate}>
                  {stampText(createdDate)}
                </time>
              </th>
              <td>
                <ul>
                  {entries.map(({ account, amount }) => (
                    <li key={account} className="row between gap-8">
                      {accountText(account)} <span className="amount">{nairaText(amount)}</span>
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </OrderCard>
  )
}
