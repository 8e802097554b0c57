import { useQuery } from '@tanstack/react-query'
import { auditOf } from '#web/features/moderation/audit-api.ts'
import { auditFilterIn, AuditFilters } from '#web/features/moderation/audit-filters.tsx'
import type { AuditFilter } from '#web/features/moderation/audit-filters.tsx'
import { AuditTable } from '#web/features/moderation/audit-table.tsx'
import { troubleText } from '#web/features/moderation/trouble.ts'
import { figureText } from '#web/lib/counted.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { usePageInRange, useTableSearch } from '#web/lib/table-search.ts'
import type { TableSearch } from '#web/lib/table-search.ts'
import { NoRows } from '#web/ui/no-rows.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { focusContent } from '#web/ui/pass-focus.ts'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import { useTold } from '#web/ui/use-told.ts'
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
        {data?.totalElements != null && <p className={classes.count}>{figureText(data.totalElements)}</p>}
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
  const trouble = audit.isLoadingError ? troubleText(audit.error) : null
  const isWaiting = audit.isPending || audit.isPlaceholderData
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  useTold(trouble, audit.errorUpdateCount)
  usePageInRange(table, audit.isPlaceholderData ? undefined : total)
  if (trouble !== null) return <TroubleCard text={trouble} onRetry={() => void audit.refetch()} />
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
          // The cell that was pressed becomes plain words, or goes.
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
