import type { NamedGroup } from '@rootsquare/contract/named-groups'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MoveNamedGroupDialog } from '#web/features/groups/named/move-named-group-dialog.tsx'
import { namedGroups } from '#web/features/groups/named/named-groups-api.ts'
import { NamedGroupsTable } from '#web/features/groups/named/named-groups-table.tsx'
import { StaffPage, StaffRows } from '#web/features/moderation/staff-table.tsx'
import { useTableSearch } from '#web/lib/navigation/table-search.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useMember } from '#web/lib/session/session.ts'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'

const sizes = [20, 50, 100] as const

/** Lists the peoples that members named at sign-up: staff create the group, then move those members there. */
export function NamedGroupsPage() {
  const { userId } = useMember()
  const table = useTableSearch({ sizes, filters: () => ({}) })
  const named = useQuery(namedGroups({ page: table.page, size: table.size }))
  const [moved, setMoved] = useState<NamedGroup | null>(null)
  const [created, setCreated] = useState<NamedGroup | null>(null)
  const create = useLoadedDialog(
    async () => (await import('#web/features/groups/create/create-group-sections.tsx')).CreateGroupDialog,
  )
  return (
    <StaffPage title="Groups to add" found={named.data}>
      <p className="muted">
        Members whose people are not listed named these at sign-up. Create the group, then move the members
        there.
      </p>
      <StaffRows
        table={table}
        query={named}
        sizes={sizes}
        emptyText="There are no groups to add. Everyone found their people at sign-up."
        errorOf={errorText}
      >
        {(content) => (
          <NamedGroupsTable
            {...content}
            onCreate={(row) => {
              setCreated(row)
              return create.open()
            }}
            onMove={setMoved}
          />
        )}
      </StaffRows>
      {moved !== null && <MoveNamedGroupDialog named={moved} onClose={() => setMoved(null)} />}
      {create.Dialog && created && (
        <create.Dialog memberId={userId} name={created.name} onClose={create.close} />
      )}
    </StaffPage>
  )
}
