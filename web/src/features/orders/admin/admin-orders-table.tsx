import { nairaText } from '@rootsquare/contract/lib/money'
import type { AdminOrderEntry } from '@rootsquare/contract/trade/admin-orders'
import { Link } from '@tanstack/react-router'
import { MemberLink } from '#web/entities/members/member-link.tsx'
import { ProblemChips } from '#web/features/orders/admin/problem-filter.tsx'
import { StatusChip } from '#web/features/orders/order/status-chip.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { DataTable, type Column } from '#web/ui/table/data-table.tsx'
import classes from './admin-orders-table.module.css'

const columns: Column<AdminOrderEntry>[] = [
  { name: 'Transaction Reference', cell: (row) => <OrderLink {...row} /> },
  {
    name: 'Buyer',
    cell: ({ buyerId, buyerUsername }) =>
      buyerId === null ? buyerUsername : <MemberLink username={buyerUsername} isBold />,
  },
  { name: 'Status', cell: ({ orderStatus }) => <StatusChip state={orderStatus} /> },
  {
    name: 'Problems',
    cell: ({ problems }) => (problems.length === 0 ? 'None' : <ProblemChips problems={problems} />),
    isWide: true,
  },
  { name: 'Total', cell: ({ totalAmount }) => <span className="amount">{nairaText(totalAmount)}</span> },
  {
    name: 'Ordered',
    cell: ({ createdDate }) => <time dateTime={createdDate}>{stampText(createdDate)}</time>,
  },
]

type AdminOrdersTableProps = { rows: AdminOrderEntry[]; isWaiting: boolean }

export function AdminOrdersTable({ rows, isWaiting }: AdminOrdersTableProps) {
  return (
    <DataTable
      label="Orders"
      columns={columns}
      rows={rows}
      rowKey={({ orderId }) => orderId}
      isWaiting={isWaiting}
    />
  )
}

function OrderLink({ orderId, transactionRef }: AdminOrderEntry) {
  return (
    <Link
      to="/admin-orders/$orderId"
      params={{ orderId: String(orderId) }}
      className={`text-link underlined ${classes.order}`}
    >
      {transactionRef}
    </Link>
  )
}
