import { failureTexts } from '@rootsquare/contract/failure'
import { createAdmin } from '@rootsquare/contract/moderation'
import { useQuery } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import type { NewAdminDialog } from '#web/features/moderation/users/new-admin-dialog.tsx'
import { errorWithHint } from '#web/features/moderation/error-with-hint.ts'
import { usersOf } from '#web/features/moderation/moderation-lists.ts'
import { UsersTable } from '#web/features/moderation/users/users-table.tsx'
import { totalText } from '#web/lib/format/count-text.ts'
import { hasAccess } from '#web/lib/session/access.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { withoutAtSign, usePageInRange, useTableSearch } from '#web/lib/navigation/table-search.ts'
import type { TableSearch } from '#web/lib/navigation/table-search.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { NoRows } from '#web/ui/table/no-rows.tsx'
import { Pager } from '#web/ui/table/pager.tsx'
import { SearchPill } from '#web/ui/fields/search-pill.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './admin-page.module.css'

const sizes = [5, 10, 20, 50] as const

export function AdminUsersPage() {
  const session = useSession()
  const table = useTableSearch({ sizes, size: 10, filters: () => ({}) })
  const { data } = useQuery(usersFor(table))
  usePageTitle('All Users')
  // For one render after the session ends, until the guard has sent the person away.
  if (session === null) return null
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={['display', classes.title].join(' ')}>All Users</h1>
        {data?.totalElements != null && (
          <p className={classes.count}>{totalText(data.totalElements, data.capped)}</p>
        )}
        {hasAccess(session.roles, createAdmin) && <CreateAdmin memberId={session.userId} />}
      </div>
      <SearchPill
        label="Search users"
        hint="Name, username or email"
        value={table.search}
        onSearch={table.seek}
      />
      <Users table={table} />
    </div>
  )
}

function usersFor({ page, size, search }: TableSearch) {
  return usersOf({ page, size, search: withoutAtSign(search) || undefined })
}

function Users({ table }: { table: TableSearch }) {
  const { page, size, search, turn } = table
  const users = useQuery(usersFor(table))
  const total = users.data?.totalElements
  const error = users.isLoadingError ? errorWithHint(users.error) : null
  const isWaiting = users.isPending || users.isPlaceholderData
  useErrorSnackbar(error, users.errorUpdateCount)
  usePageInRange(table, users.isPlaceholderData ? undefined : total)
  if (error !== null) return <ErrorCard text={error} onRetry={() => void users.refetch()} />
  if (total === 0 && !isWaiting)
    return <NoRows text={search === '' ? 'There are no users yet.' : 'User not found'} />
  return (
    <>
      <UsersTable users={users.data?.content ?? []} isWaiting={isWaiting} expected={size} />
      {total != null && total > 0 && (
        <Pager
          page={page}
          size={size}
          total={total}
          isCapped={users.data?.capped}
          sizes={sizes}
          isWaiting={isWaiting}
          onChange={turn}
        />
      )}
    </>
  )
}

type Shown = { Opened: typeof NewAdminDialog }

/** Few may create admins, so the code of the dialog is loaded when it is opened. */
function CreateAdmin({ memberId }: { memberId: number }) {
  const [shown, setShown] = useState<Shown | null>(null)

  async function open(): Promise<void> {
    try {
      const { NewAdminDialog: Opened } = await import('#web/features/moderation/users/new-admin-dialog.tsx')
      setShown({ Opened })
    } catch {
      showSnackbar('error', failureTexts.noResponse)
    }
  }

  return (
    <>
      <Button onClick={() => void open()}>
        <span className={classes.face}>
          <UserPlus size={18} strokeWidth={2.2} aria-hidden="true" />
          Create Admin
        </span>
      </Button>
      {shown && <shown.Opened memberId={memberId} onClose={() => setShown(null)} />}
    </>
  )
}
