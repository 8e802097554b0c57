import { useQuery } from '@tanstack/react-query'
import { auditOf } from '#web/features/moderation/moderation-lists.ts'
import { auditFilterIn, AuditFilters } from '#web/features/moderation/audit/audit-filters.tsx'
import type { AuditFilter } from '#web/features/moderation/audit/audit-filters.tsx'
import { AuditTable } from '#web/features/moderation/audit/audit-table.tsx'
import { errorWithHint } from '#web/features/moderation/error-with-hint.ts'
import { numberText } from '#web/lib/format/count-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { usePageInRange, useTableSearch } from '#web/lib/navigation/table-search.ts'
import type { TableSearch } from '#web/lib/navigation/table-search.ts'
import { NoRows } from '#web/ui/table/no-rows.tsx'
import { Pager } from '#web/ui/table/pager.tsx'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './admin-page.module.css'

const sizes = [10, 20, 50, 100] as const

type Table = TableSearch<AuditFilter>

export function AdminAuditPage() {
  const table = useTableSearch({ sizes, size: 20, filters: auditFilterIn })
  const { data } = useQuery(auditFor(table))
  usePageTitle('Audit')
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={['display', classes.title].join(' ')}>Audit</h1>
        {data?.totalElements != null && <p className={classes.count}>{numberText(data.totalElements)}</p>}
      </div>
      <AuditFilters
        filter={table.filters}
        lines={data?.content ?? []}
        onChange={table.filter}
        onClear={table.clearFilters}
      />
      <Lines table={table} />
    </div>
  )
}

function auditFor({ page, size, filters: { actor, member, action } }: Table) {
  return auditOf({ page, size, actorId: actor, userId: member, action })
}

function Lines({ table }: { table: Table }) {
  const { page, size, turn, filter, filters } = table
  const audit = useQuery(auditFor(table))
  const total = audit.data?.totalElements
  const error = audit.isLoadingError ? errorWithHint(audit.error) : null
  const isWaiting = audit.isPending || audit.isPlaceholderData
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  useErrorSnackbar(error, audit.errorUpdateCount)
  usePageInRange(table, audit.isPlaceholderData ? undefined : total)
  if (error !== null) return <ErrorCard text={error} onRetry={() => void audit.refetch()} />
  if (total === 0 && !isWaiting)
    return <NoRows text={isFiltered ? 'Nothing of the kind was done.' : 'Nothing has been done yet.'} />
  return (
    <>
      <AuditTable
        lines={audit.data?.content ?? []}
        isWaiting={isWaiting}
        expected={size}
        filter={filters}
        onFilter={(changes) => {
          // The button that was pressed becomes plain text, or goes.
          focusContent()
          filter(changes)
        }}
      />
      {total != null && total > 0 && (
        <Pager page={page} size={size} total={total} sizes={sizes} isWaiting={isWaiting} onChange={turn} />
      )}
    </>
  )
}
