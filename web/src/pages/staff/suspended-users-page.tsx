import type { SuspendedUser } from '@rootsquare/contract/moderation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LockOutReasonDialog } from '#web/features/moderation/lock-out-reason-dialog.tsx'
import { suspendedOf } from '#web/features/moderation/moderation-api.ts'
import { SuspendedTable } from '#web/features/moderation/members/suspended-table.tsx'
import { UnsuspendDialog } from '#web/features/moderation/members/lock-out-dialogs.tsx'
import { withoutAtSign, useTableSearch } from '#web/lib/navigation/table-search.ts'
import { StaffPage, StaffRows } from '#web/features/moderation/staff-table.tsx'
import { SearchPill } from '#web/ui/fields/search-pill.tsx'
import { focusContent } from '#web/ui/overlays/pass-focus.ts'

const sizes = [5, 10, 20, 50] as const

type Shown = { dialog: 'unsuspend' | 'reason'; row: SuspendedUser }

export function SuspendedUsersPage() {
  const table = useTableSearch({ sizes, size: 10, filters: () => ({}) })
  const { page, size, search } = table
  const suspended = useQuery(suspendedOf({ page, size, search: withoutAtSign(search) || undefined }))
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setShown(null)
  return (
    <StaffPage title="Suspended Users" found={suspended.data}>
      <SearchPill
        label="Search suspended users"
        hint="Name, username or reason"
        value={search}
        onSearch={table.seek}
      />
      <StaffRows
        table={table}
        query={suspended}
        sizes={sizes}
        emptyText={search === '' ? 'Nobody is suspended.' : 'No suspended users found'}
      >
        {(content) => (
          <SuspendedTable
            {...content}
            onUnsuspend={(row) => setShown({ dialog: 'unsuspend', row })}
            onReason={(row) => setShown({ dialog: 'reason', row })}
          />
        )}
      </StaffRows>
      {shown?.dialog === 'reason' && (
        <LockOutReasonDialog
          username={shown.row.username}
          suspension={{ by: shown.row.suspenderUserName, createdDate: shown.row.createdDate }}
          endDate={shown.row.endDate}
          reason={shown.row.reasonForSuspension}
          onClose={close}
        />
      )}
      {shown?.dialog === 'unsuspend' && (
        // The row is removed together with its focused button.
        <UnsuspendDialog member={shown.row} onDone={() => focusContent()} onClose={close} />
      )}
    </StaffPage>
  )
}
