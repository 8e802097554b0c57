import { orderProblems } from '@rootsquare/contract/trade/admin-orders'
import { orderStates } from '@rootsquare/contract/trade/orders'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AdminOrdersTable } from '#web/features/orders/admin/admin-orders-table.tsx'
import { adminOrders } from '#web/features/orders/admin/admin-orders-api.ts'
import { ProblemFilter } from '#web/features/orders/admin/problem-filter.tsx'
import { ordersFailed } from '#web/features/orders/order-labels.ts'
import { StaffPage } from '#web/features/moderation/staff-table.tsx'
import { errorText } from '#web/lib/net/error-text.ts'
import { oneOf } from '#web/lib/navigation/search-params.ts'
import { useTableSearch } from '#web/lib/navigation/table-search.ts'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { SearchPill } from '#web/ui/fields/search-pill.tsx'
import { FilterChips } from '#web/ui/table/filter-chips.tsx'
import { FilterChoice } from '#web/ui/table/filter-choice.tsx'
import { NoRows } from '#web/ui/table/no-rows.tsx'

const filters = (read: (name: string) => string | undefined) => ({
  problem: oneOf(orderProblems, read('problem')),
  state: oneOf(orderStates, read('state')),
})
/** There is only one size, because more rows load on scrolling. */
const sizes = [20] as const

export function AdminOrdersPage() {
  const table = useTableSearch({ sizes, filters })
  const { search } = table
  const { problem, state } = table.filters
  return (
    <StaffPage title="All Orders" found={undefined}>
      <SearchPill label="Search orders" hint="Reference or username" value={search} onSearch={table.seek} />
      <ProblemFilter problem={problem} rest={{ state, search: search === '' ? undefined : search }} />
      <FilterChips
        chips={[]}
        choices={
          <FilterChoice
            label="Status"
            options={orderStates.map((one) => ({ value: one, name: one }))}
            value={state}
            onChange={(chosen) => table.filter({ state: oneOf(orderStates, chosen) })}
          />
        }
        isChosen={state !== undefined || problem !== undefined || search !== ''}
        onRemove={() => {}}
        onClear={table.clearFilters}
      />
      <OrderRows filter={{ q: search, state, problem }} />
    </StaffPage>
  )
}

function OrderRows({ filter }: { filter: Parameters<typeof adminOrders>[0] }) {
  const orders = useInfiniteQuery(adminOrders(filter))
  const error = orders.isLoadingError ? errorText(orders.error, ordersFailed) : null
  const rows = orders.data?.pages.flatMap(({ content }) => content) ?? []
  const isWaiting = orders.isPending || orders.isPlaceholderData
  useErrorSnackbar(error, orders.errorUpdateCount)
  if (error !== null) return <ErrorCard text={error} onRetry={() => void orders.refetch()} />
  if (rows.length === 0 && !isWaiting) return <NoRows text={emptyText(filter)} />
  return (
    <>
      <AdminOrdersTable rows={rows} isWaiting={isWaiting} />
      <LoadMore pages={orders} />
    </>
  )
}

function emptyText({ q, state, problem }: Parameters<typeof adminOrders>[0]): string {
  if (q !== '') return 'No order with this reference or username.'
  if (problem !== undefined) return 'No order has this problem.'
  return state === undefined ? 'There are no orders yet.' : 'No order has this status.'
}
