import { useQuery } from '@tanstack/react-query'
import { auditOf } from '#web/features/moderation/moderation-api.ts'
import { auditFilterIn, AuditFilters, AuditTable } from '#web/features/moderation/audit/audit-table.tsx'
import { useTableSearch } from '#web/lib/navigation/table-search.ts'
import { StaffPage, StaffRows } from '#web/features/moderation/staff-table.tsx'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'

const sizes = [10, 20, 50, 100] as const

export function AdminAuditPage() {
  const table = useTableSearch({ sizes, size: 20, filters: auditFilterIn })
  const { page, size, filters } = table
  const { actor, member, action } = filters
  const audit = useQuery(auditOf({ page, size, actorId: actor, userId: member, action }))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <StaffPage title="Audit" found={audit.data}>
      <AuditFilters
        filter={filters}
        lines={audit.data?.content ?? []}
        onChange={table.filter}
        onClear={table.clearFilters}
      />
      <StaffRows
        table={table}
        query={audit}
        sizes={sizes}
        emptyText={isFiltered ? 'No actions of this kind yet.' : 'Nothing has been done yet.'}
      >
        {(content) => (
          <AuditTable
            {...content}
            filter={filters}
            onFilter={(changes) => {
              // The focused button becomes plain text or disappears.
              focusContent()
              table.filter(changes)
            }}
          />
        )}
      </StaffRows>
    </StaffPage>
  )
}
