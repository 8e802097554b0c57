import type { Paged } from '@rootsquare/contract/lib/paged'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorWithHint } from '#web/features/moderation/moderation-labels.ts'
import { totalText } from '#web/lib/format/count-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { usePageInRange, type TableSearch } from '#web/lib/navigation/table-search.ts'
import { Pager } from '#web/ui/table/pager.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { NoRows } from '#web/ui/table/no-rows.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import { Page, PageHead } from '#web/ui/layout/page.tsx'
import classes from './staff-table.module.css'

type Total = { totalElements: number | null; capped?: boolean | undefined }
type StaffPageProps = {
  title: string
  /** Undefined until the rows are loaded. */
  found: Total | undefined
  above?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** Lays out a staff page: its title with the number of rows, then its search, filters and rows. */
export function StaffPage({ title, found, above, action, children }: StaffPageProps) {
  usePageTitle(title)
  return (
    <Page isEdgeToEdge className={classes.page}>
      {above}
      <PageHead title={title} className="min-height-48">
        {found?.totalElements != null && (
          <p className="muted tabular fill text-l">{totalText(found.totalElements, found.capped)}</p>
        )}
        {action}
      </PageHead>
      {children}
    </Page>
  )
}

type StaffRowsProps<Row> = {
  table: Pick<TableSearch, 'page' | 'size' | 'turn'>
  query: UseQueryResult<Paged<Row>>
  sizes: readonly number[]
  emptyText: string
  errorOf?: (failure: Error) => string
  children: (content: { rows: Row[]; isWaiting: boolean; expected: number }) => ReactNode
}

/** Shows the rows of one page with the pager, or says why there are none. */
export function StaffRows<Row>(props: StaffRowsProps<Row>) {
  const { table, query, sizes, emptyText, errorOf = errorWithHint, children } = props
  const { page, size, turn } = table
  const total = query.data?.totalElements
  const error = query.isLoadingError ? errorOf(query.error) : null
  const isWaiting = query.isPending || query.isPlaceholderData
  useErrorSnackbar(error, query.errorUpdateCount)
  usePageInRange(table, query.isPlaceholderData ? undefined : total)
  if (error !== null) return <ErrorCard text={error} onRetry={() => void query.refetch()} />
  if (total === 0 && !isWaiting) return <NoRows text={emptyText} />
  return (
    <>
      {children({ rows: query.data?.content ?? [], isWaiting, expected: size })}
      {total != null && total > 0 && (
        <Pager
          page={page}
          size={size}
          total={total}
          isCapped={query.data?.capped}
          sizes={sizes}
          isWaiting={isWaiting}
          onChange={turn}
        />
      )}
    </>
  )
}
