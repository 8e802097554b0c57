import type { SuspendedUser } from '@rootsquare/contract/moderation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReasonDialog } from '#web/features/moderation/reason-dialog.tsx'
import { suspendedOf, troubleText } from '#web/features/moderation/suspended-api.ts'
import { SuspendedTable } from '#web/features/moderation/suspended-table.tsx'
import { UnsuspendDialog } from '#web/features/moderation/unsuspend-dialog.tsx'
import { figureText } from '#web/lib/counted.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { usePageInRange, useTableSearch } from '#web/lib/table-search.ts'
import type { TableSearch } from '#web/lib/table-search.ts'
import { EmptyWords } from '#web/ui/empty-words.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { focusContent } from '#web/ui/pass-focus.ts'
import { SearchPill } from '#web/ui/search-pill.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'
import { useTold } from '#web/ui/use-told.ts'
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
        {data?.totalElements != null && <p className={classes.count}>{figureText(data.totalElements)}</p>}
      </div>
      <SearchPill label="Search suspended users" value={table.search} onSearch={table.seek} />
      <Suspended table={table} onShow={setShown} />
      {shown?.dialog === 'reason' && <ReasonDialog suspended={shown.row} onClose={close} />}
      {shown?.dialog === 'unsuspend' && (
        // Its row goes, and with it the button that had the focus.
        <UnsuspendDialog user={shown.row} onDone={() => focusContent()} onClose={close} />
      )}
    </div>
  )
}

/** As usernames are shown everywhere, and so written or pasted. */
function suspendedFor({ page, size, search }: TableSearch) {
  return suspendedOf({ page, size, search: search.replace(/^@\s*/, '') || undefined })
}

function Suspended({ table, onShow }: { table: TableSearch; onShow: (shown: Shown) => void }) {
  const { page, size, search, turn } = table
  const suspended = useQuery(suspendedFor(table))
  const total = suspended.data?.totalElements
  const trouble = suspended.isLoadingError ? troubleText(suspended.error) : null
  useTold(trouble, suspended.errorUpdateCount)
  usePageInRange(table, suspended.isPlaceholderData ? undefined : total)
  if (trouble !== null) return <TroubleCard text={trouble} onRetry={() => void suspended.refetch()} />
  if (total === 0)
    return (
      <div className="card">
        <EmptyWords text={search === '' ? 'Nobody is suspended.' : 'No suspended users found'} />
      </div>
    )
  return (
    <>
      <SuspendedTable
        rows={suspended.data?.content ?? []}
        isWaiting={suspended.isPending || suspended.isPlaceholderData}
        expected={size}
        deeds={{
          onUnsuspend: (row) => onShow({ dialog: 'unsuspend', row }),
          onReason: (row) => onShow({ dialog: 'reason', row }),
        }}
      />
      {total != null && <Pager page={page} size={size} total={total} sizes={sizes} onChange={turn} />}
    </>
  )
}
