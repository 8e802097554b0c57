import type { SuspendedUser } from '@rootsquare/contract/moderation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReasonDialog } from '#web/features/moderation/reason-dialog.tsx'
import { suspendedOf } from '#web/features/moderation/moderation-lists.ts'
import { SuspendedTable } from '#web/features/moderation/users/suspended-table.tsx'
import { errorWithHint } from '#web/features/moderation/error-with-hint.ts'
import { UnsuspendDialog } from '#web/features/moderation/users/unsuspend-dialog.tsx'
import { numberText } from '#web/lib/format/count-text.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { withoutAtSign, usePageInRange, useTableSearch } from '#web/lib/navigation/table-search.ts'
import type { TableSearch } from '#web/lib/navigation/table-search.ts'
import { NoRows } from '#web/ui/table/no-rows.tsx'
import { Pager } from '#web/ui/table/pager.tsx'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'
import { SearchPill } from '#web/ui/fields/search-pill.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './admin-page.module.css'

const sizes = [5, 10, 20, 50] as const

type Shown = { dialog: 'unsuspend' | 'reason'; row: SuspendedUser }

export function SuspendedUsersPage() {
  const table = useTableSearch({ sizes, size: 10, filters: () => ({}) })
  const [shown, setShown] = useState<Shown | null>(null)
  const { data } = useQuery(suspendedFor(table))
  usePageTitle('Suspended Users')
  const close = () => setShown(null)
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={['display', classes.title].join(' ')}>Suspended Users</h1>
        {data?.totalElements != null && <p className={classes.count}>{numberText(data.totalElements)}</p>}
      </div>
      <SearchPill
        label="Search suspended users"
        hint="Name, username or reason"
        value={table.search}
        onSearch={table.seek}
      />
      <Suspended table={table} onShow={setShown} />
      {shown?.dialog === 'reason' && (
        <ReasonDialog
          username={shown.row.username}
          suspension={{ by: shown.row.suspenderUserName, createdDate: shown.row.createdDate }}
          endDate={shown.row.endDate}
          reason={shown.row.reasonForSuspension}
          onClose={close}
        />
      )}
      {shown?.dialog === 'unsuspend' && (
        // Its row goes, and with it the button that had the focus.
        <UnsuspendDialog user={shown.row} onDone={() => focusContent()} onClose={close} />
      )}
    </div>
  )
}

function suspendedFor({ page, size, search }: TableSearch) {
  return suspendedOf({ page, size, search: withoutAtSign(search) || undefined })
}

function Suspended({ table, onShow }: { table: TableSearch; onShow: (shown: Shown) => void }) {
  const { page, size, search, turn } = table
  const suspended = useQuery(suspendedFor(table))
  const total = suspended.data?.totalElements
  const error = suspended.isLoadingError ? errorWithHint(suspended.error) : null
  const isWaiting = suspended.isPending || suspended.isPlaceholderData
  useErrorSnackbar(error, suspended.errorUpdateCount)
  usePageInRange(table, suspended.isPlaceholderData ? undefined : total)
  if (error !== null) return <ErrorCard text={error} onRetry={() => void suspended.refetch()} />
  if (total === 0 && !isWaiting)
    return <NoRows text={search === '' ? 'Nobody is suspended.' : 'No suspended users found'} />
  return (
    <>
      <SuspendedTable
        rows={suspended.data?.content ?? []}
        isWaiting={isWaiting}
        expected={size}
        handlers={{
          onUnsuspend: (row) => onShow({ dialog: 'unsuspend', row }),
          onReason: (row) => onShow({ dialog: 'reason', row }),
        }}
      />
      {total != null && total > 0 && (
        <Pager page={page} size={size} total={total} sizes={sizes} isWaiting={isWaiting} onChange={turn} />
      )}
    </>
  )
}
