import type { HeldPayment } from '@rootsquare/contract/trade/payments'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { heldPayments, type HeldAction } from '#web/features/orders/held/held-payments-api.ts'
import { HeldDialog } from '#web/features/orders/held/held-payment-dialog.tsx'
import { HeldTable } from '#web/features/orders/held/held-payments-table.tsx'
import { errorText } from '#web/lib/net/error-text.ts'
import { useTableSearch } from '#web/lib/navigation/table-search.ts'
import { StaffPage, StaffRows } from '#web/features/moderation/staff-table.tsx'

const sizes = [20, 50, 100] as const

type Shown = { held: HeldPayment; action: HeldAction }

/** Lists payments with a wrong amount or currency, which an admin accepts as they are or refunds. */
export function HeldPaymentsPage() {
  const table = useTableSearch({ sizes, filters: () => ({}) })
  const [shown, setShown] = useState<Shown | null>(null)
  const payments = useQuery(heldPayments({ page: table.page, size: table.size }))
  return (
    <StaffPage title="Held payments" found={payments.data}>
      <StaffRows
        table={table}
        query={payments}
        sizes={sizes}
        emptyText="No payments are held. Every payment matches its order."
        errorOf={errorText}
      >
        {(content) => <HeldTable {...content} onDecide={(held, action) => setShown({ held, action })} />}
      </StaffRows>
      {shown !== null && <HeldDialog {...shown} onClose={() => setShown(null)} />}
    </StaffPage>
  )
}
