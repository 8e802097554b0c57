import type { ReportRecord } from '@rootsquare/contract/reports'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { LockOutDialog, type LockOut } from '#web/features/moderation/members/lock-out-dialogs.tsx'
import { ReportFilters, reportFilterIn } from '#web/features/moderation/reports/report-filters.tsx'
import type { ReportFilter } from '#web/features/moderation/reports/report-filters.tsx'
import { RemoveDialog } from '#web/features/moderation/reports/remove-dialog.tsx'
import { ReportViewDialog } from '#web/features/moderation/reports/report-view-dialog.tsx'
import { reportsOf, useBeingResolved, useResolve } from '#web/features/moderation/reports/reports-api.ts'
import type { Reports } from '#web/features/moderation/reports/reports-api.ts'
import { ReportsTable, type ReportActions } from '#web/features/moderation/reports/reports-table.tsx'
import { errorWithHint } from '#web/features/moderation/moderation-labels.ts'
import { PostMedia } from '#web/features/posts/media/post-media.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { useShortcuts } from '#web/lib/navigation/shortcuts.ts'
import { withoutAtSign, useTableSearch, type TableSearch } from '#web/lib/navigation/table-search.ts'
import { NotAllowedPage } from '#web/pages/errors/not-allowed-page.tsx'
import { StaffPage, StaffRows } from '#web/features/moderation/staff-table.tsx'
import { useReportInUrl } from '#web/features/moderation/reports/use-report-in-url.ts'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'
import { SearchPill } from '#web/ui/fields/search-pill.tsx'
import { showResult } from '#web/ui/feedback/show-result.ts'
import { BackLink } from '#web/ui/layout/page.tsx'

const sizes = [5, 10, 20, 50] as const

/** Lists reports. The server sends all to admins, and those of their own groups to moderators. */
export function ReportedPostsPage() {
  const table = useTableSearch({ sizes, size: 10, filters: reportFilterIn })
  const reports = useQuery(reportsOf(queryOf(table)))
  const isOfGroup = table.filters.group !== undefined
  if (reports.error instanceof CallError && reports.error.status === 403)
    return <NotAllowedPage who={`admins and ${isOfGroup ? 'this group’s' : 'group'} moderators`} />
  return <ReportQueue table={table} reports={reports} />
}

type ReportQueueProps = { table: TableSearch<ReportFilter>; reports: UseQueryResult<Reports> }

function ReportQueue({ table, reports }: ReportQueueProps) {
  const { filters, search } = table
  const rows = reports.data?.content ?? []
  const isWaiting = reports.isPending || reports.isPlaceholderData
  const { handlers, dialogs, busyIds } = useReportActions(table, rows, isWaiting)
  useRowShortcuts()
  useFocusNextRow(rows)
  return (
    <StaffPage
      title="Reported Posts"
      found={reports.data}
      above={
        filters.group !== undefined && (
          <BackLink to="/group/$groupId" params={{ groupId: String(filters.group) }}>
            Back to the group
          </BackLink>
        )
      }
    >
      <SearchPill label="Search reports" hint="Username or reason" value={search} onSearch={table.seek} />
      <ReportFilters
        filter={filters}
        isSearched={search !== ''}
        onChange={table.filter}
        onClear={table.clearFilters}
      />
      <StaffRows
        table={table}
        query={reports}
        sizes={sizes}
        emptyText="No reported posts found"
        errorOf={(failure) => errorWithHint(failure, 'Failed to load reported posts')}
      >
        {(content) => <ReportsTable {...content} handlers={handlers} busyIds={busyIds} />}
      </StaffRows>
      {!reports.isLoadingError && dialogs}
    </StaffPage>
  )
}

function useReportActions(table: TableSearch<ReportFilter>, rows: ReportRecord[], isWaiting: boolean) {
  const { viewed, view, close } = useReportInUrl({ reportId: table.filters.report, rows, isWaiting })
  const [lockOut, setLockOut] = useState<LockOut | null>(null)
  const [removed, setRemoved] = useState<ReportRecord | null>(null)
  const { busyIds, onResolve } = useResolving((done) => {
    if (done === viewed?.id) close()
  })
  const handlers: ReportActions = {
    onView: view,
    onResolve,
    onRemove: setRemoved,
    onSuspend: (member) => setLockOut({ kind: 'suspend', member }),
    onBan: (member) => setLockOut({ kind: 'ban', member }),
  }
  const dialogs = (
    <>
      {viewed !== null && (
        <ReportViewDialog
          report={viewed}
          handlers={handlers}
          isResolving={busyIds.includes(viewed.id)}
          showMedia={(media, by) => <PostMedia media={media} by={by} isWhole={false} />}
          // This replaces the dialog's own history entry.
          onFilter={(changes) => {
            close()
            table.filter({ ...changes, report: undefined })
          }}
          onClose={close}
        />
      )}
      {removed !== null && <RemoveDialog report={removed} onDone={close} onClose={() => setRemoved(null)} />}
      {lockOut !== null && (
        <LockOutDialog lockOut={lockOut} onDone={close} onClose={() => setLockOut(null)} />
      )}
    </>
  )
  return { handlers, dialogs, busyIds }
}

function useResolving(onDone: (id: number) => void) {
  const resolve = useResolve()
  const busyIds = useBeingResolved()

  async function onResolve({ id }: ReportRecord): Promise<void> {
    if (busyIds.includes(id)) return
    const textOf = (failure: unknown) => errorWithHint(failure, 'Failed to resolve post')
    if (await showResult(resolve.mutateAsync(id), textOf)) onDone(id)
  }

  return { busyIds, onResolve: (report: ReportRecord) => void onResolve(report) }
}

function queryOf({ page, size, search, filters }: TableSearch<ReportFilter>) {
  const { reporter, creator, group, state, kind } = filters
  const text = withoutAtSign(search) || undefined
  const whose = { postReporter: reporter, userId: creator, groupId: group }
  return { page, size, search: text, ...whose, targetType: kind, ...(state !== 'all' && { state }) }
}

/** Moves between reports with j and k, as between posts in a feed. */
function useRowShortcuts(): void {
  function step(by: number): void {
    const all = [...document.querySelectorAll<HTMLElement>('main [data-report]')]
    const row = document.activeElement?.closest('tr, li')
    const at = all.findIndex((button) => row?.contains(button))
    const next = at === -1 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)
    all[next]?.focus()
  }
  useShortcuts([
    { keys: 'j', does: 'Next report', run: () => step(1) },
    { keys: 'k', does: 'Previous report', run: () => step(-1) },
  ])
}

/** Moves the focus to the next row, because a resolved report may leave the list with its focused row. */
function useFocusNextRow(rows: ReportRecord[]): void {
  const before = useRef(rows)
  useEffect(() => {
    const old = before.current
    before.current = rows
    const { activeElement: at, body } = document
    if (old === rows || old.length === 0 || (at !== null && at !== body)) return
    const left = old.findIndex(({ id }, place) => id !== rows[place]?.id)
    const next = rows[Math.min(left, rows.length - 1)]
    const button = document.querySelector<HTMLElement>(`main [data-report="${next?.id}"]`)
    if (button === null) focusContent()
    else button.focus()
  }, [rows])
}
