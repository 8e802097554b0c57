import { nairaText } from '@rootsquare/contract/money'
import type { HeldPayment } from '@rootsquare/contract/payments'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import type { HeldDeed } from '#web/features/orders/held-api.ts'
import { cameText } from '#web/features/orders/held-words.ts'
import { stampText } from '#web/lib/time.ts'
import { ActionMenu } from '#web/ui/action-menu.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import classes from './held-table.module.css'

type HeldTableProps = {
  rows: HeldPayment[]
  isWaiting: boolean
  expected: number
  onDecide: (row: HeldPayment, deed: HeldDeed) => void
}

/** Of several payments for one order the server decides the oldest: the others wait for it. */
type Row = HeldPayment & { isLater: boolean }

const columns: Column<Row>[] = [
  {
    name: 'Transaction Reference',
    cell: ({ transactionRef }) => <span className={classes.reference}>{transactionRef}</span>,
  },
  { name: 'Buyer', cell: (row) => <Buyer {...row} /> },
  { name: 'Asked', cell: ({ expected }) => <span className={classes.money}>{nairaText(expected)}</span> },
  { name: 'Came', cell: (row) => <span className={classes.money}>{cameText(row)}</span> },
  {
    name: 'Why',
    cell: ({ why, isLater }) => (isLater ? `${why} Decide the older payment for this order first.` : why),
    isWide: true,
  },
  {
    name: 'Since',
    cell: ({ createdDate }) => <time dateTime={createdDate}>{stampText(createdDate)}</time>,
  },
]

export function HeldTable({ rows, isWaiting, expected, onDecide }: HeldTableProps) {
  const all: Row[] = rows.map((row, at) => {
    const first = rows.findIndex(({ transactionRef }) => transactionRef === row.transactionRef)
    return { ...row, isLater: first < at }
  })

  function menuOf({ isLater, ...row }: Row): ReactNode {
    if (isLater) return null
    return (
      <ActionMenu
        label={`Options for ${row.transactionRef}`}
        actions={[
          { name: 'Accept', Icon: Check, run: () => onDecide(row, 'accept') },
          { name: 'Refund', Icon: Undo2, tone: 'danger', run: () => onDecide(row, 'refund') },
        ]}
      />
    )
  }

  return (
    <DataTable
      label="Held payments"
      columns={columns}
      rows={all}
      rowKey={({ transactionRef, createdDate }) => `${transactionRef} ${createdDate}`}
      actions={menuOf}
      isWaiting={isWaiting}
      expected={expected}
    />
  )
}

function Buyer({ buyerId, buyerUsername }: HeldPayment) {
  if (buyerId === null) return buyerUsername
  return (
    <Link to="/u/$username" params={{ username: buyerUsername }} className={classes.member}>
      @{buyerUsername}
    </Link>
  )
}
