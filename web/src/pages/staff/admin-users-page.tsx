import { createAdmin } from '@rootsquare/contract/moderation'
import { useQuery } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import { foundMembersOf } from '#web/features/moderation/moderation-api.ts'
import { MembersTable } from '#web/features/moderation/members/members-table.tsx'
import { hasAccess } from '#web/lib/session/access.ts'
import { useSession } from '#web/lib/session/session.ts'
import { withoutAtSign, useTableSearch } from '#web/lib/navigation/table-search.ts'
import { StaffPage, StaffRows } from '#web/features/moderation/staff-table.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { SearchPill } from '#web/ui/fields/search-pill.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'

const sizes = [5, 10, 20, 50] as const

export function AdminUsersPage() {
  const session = useSession()
  const table = useTableSearch({ sizes, size: 10, filters: () => ({}) })
  const { page, size, search } = table
  const members = useQuery(foundMembersOf({ page, size, search: withoutAtSign(search) || undefined }))
  const canCreate = session !== null && hasAccess(session.roles, createAdmin)
  return (
    <StaffPage title="All Users" found={members.data} action={canCreate && <CreateAdmin />}>
      <SearchPill label="Search users" hint="Name, username or email" value={search} onSearch={table.seek} />
      <StaffRows
        table={table}
        query={members}
        sizes={sizes}
        emptyText={search === '' ? 'There are no users yet.' : 'User not found'}
      >
        {(content) => <MembersTable {...content} />}
      </StaffRows>
    </StaffPage>
  )
}

/** Loads the code of the dialog when it is opened, because only few may create admins. */
function CreateAdmin() {
  const create = useLoadedDialog(
    async () => (await import('#web/features/moderation/members/new-admin-dialog.tsx')).NewAdminDialog,
  )
  return (
    <>
      <Button onClick={() => void create.open()}>
        <span className="flex-row">
          <Icon of={UserPlus} />
          Create Admin
        </span>
      </Button>
      {create.Dialog && <create.Dialog onClose={create.close} />}
    </>
  )
}
