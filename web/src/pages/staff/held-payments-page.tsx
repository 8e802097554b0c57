import type { HeldPayment } from '@rootsquare/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { heldPayments } from '#web/features/orders/held/held-api.ts'
import type { HeldAction } from '#web/features/orders/held/held-api.ts'
import { HeldDialog } from '#web/features/orders/held/held-dialog.tsx'
import { HeldTable } from '#web/features/orders/held/held-table.tsx'
import { numberText } from '#web/lib/format/count-text.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { usePageInRange, useTableSearch } from '#web/lib/navigation/table-search.ts'
import type { TableSearch } from '#web/lib/navigation/table-search.ts'
import { NoRows } from '#web/ui/table/no-rows.tsx'
import { Pager } from '#web/ui/table/pager.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './admin-page.module.css'

const sizes = [20, 50, 100] as const

type Shown = { held: HeldPayment; action: HeldAction }

/** Payments that are not what was asked for: an admin takes them as they are, or sends them back. */
export function HeldPaymentsPage() {
  const table = useTableSearch({ sizes, filters: () => ({}) })
  const [shown, setShown] = useState<Shown | null>(null)
  const { data } = useQuery(heldFor(table))
  usePageTitle('Held payments')
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={['display', classes.title].join(' ')}>Held payments</h1>
        {data?.totalElements != null && <p className={classes.count}>{numberText(data.totalElements)}</p>}
      </div>
      <Held table={table} onDecide={(held, action) => setShown({ held, action })} />
      {shown !== null && <HeldDialog {...shown} onClose={() => setShown(null)} />}
    </div>
  )
}

function heldFor({ page, size }: TableSearch) {
  return heldPayments({ page, size })
}

type HeldProps = { table: TableSearch; onDecide: (held: HeldPayment, action: HeldAction) => void }

function Held({ table, onDecide }: HeldProps) {
  const { page, size, turn } = table
  const held = useQuery(heldFor(table))
  const total = held.data?.totalElements
  const trouble = held.isLoadingError ? errorText(held.error) : null
  const isWaiting = held.isPending || held.isPlaceholderData
  useErrorSnackbar(trouble, held.errorUpdateCount)
  usePageInRange(table, held.isPlaceholderData ? undefined : total)
  if (trouble !== null) return <ErrorCard text={trouble} onRetry={() => void held.refetch()} />
  if (total === 0 && !isWaiting)
    return <NoRows text="No payments are held. Every payment that came is the one that was asked for." />
  return (
    <>
      <HeldTable rows={held.data?.content ?? []} isWaiting={isWaiting} expected={size} onDecide={onDecide} />
      {total != null && total > 0 && (
        <Pager page={page} size={size} total={total} sizes={sizes} isWaiting={isWaiting} onChange={turn} />
      )}
    </>
  )
}
