import { nairaText } from '@rootsquare/contract/lib/money'
import type { HeldPayment } from '@rootsquare/contract/trade/payments'
import Check from 'lucide-react/icons/check'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { paidAmountText, type HeldAction } from '#web/features/orders/held/held-payments-api.ts'
import { MemberLink } from '#web/entities/members/member-link.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import { DataTable, type Column } from '#web/ui/table/data-table.tsx'
import classes from './held-payments-table.module.css'

type HeldTableProps = {
  rows: HeldPayment[]
  isWaiting: boolean
  expected: number
  onDecide: (row: HeldPayment, action: HeldAction) => void
}

const columns: Column<HeldPayment>[] = [
  {
    name: 'Transaction Reference',
    cell: ({ reference }) => <span className={`text-s breakable ${classes.reference}`}>{reference}</span>,
  },
  {
    name: 'Buyer',
    cell: ({ buyerId, buyerUsername }) =>
      buyerId === null ? buyerUsername : <MemberLink username={buyerUsername} isBold />,
  },
  { name: 'Asked', cell: ({ expected }) => <span className="amount">{nairaText(expected)}</span> },
  { name: 'Came', cell: (row) => <span className="amount">{paidAmountText(row)}</span> },
  { name: 'Why', cell: ({ why }) => why, isWide: true },
  {
    name: 'Since',
    cell: ({ createdDate }) => <time dateTime={createdDate}>{stampText(createdDate)}</time>,
  },
]

export function HeldTable({ rows, isWaiting, expected, onDecide }: HeldTableProps) {
  function menuOf(row: HeldPayment): ReactNode {
    return (
      <ActionMenu
        label={`Options for ${row.reference}`}
        actions={[
          { name: 'Accept', icon: Check, run: () => onDecide(row, 'accept') },
          { name: 'Refund', icon: Undo2, tone: 'danger', run: () => onDecide(row, 'refund') },
        ]}
      />
    )
  }

  return (
    <DataTable
      label="Held payments"
      columns={columns}
      rows={rows}
      rowKey={({ reference }) => reference}
      actions={menuOf}
      isWaiting={isWaiting}
      expected={expected}
    />
  )
}
