import type { NamedGroup } from '@rootsquare/contract/named-groups'
import Plus from 'lucide-react/icons/plus'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { numberText } from '#web/lib/format/count-text.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import { DataTable, type Column } from '#web/ui/table/data-table.tsx'

type NamedGroupsTableProps = {
  rows: NamedGroup[]
  isWaiting: boolean
  expected: number
  onCreate: (row: NamedGroup) => void | Promise<void>
  onMove: (row: NamedGroup) => void
}

const columns: Column<NamedGroup>[] = [
  { name: 'People', cell: ({ name }) => <strong className="breakable">{name}</strong>, isWide: true },
  { name: 'Members', cell: ({ members }) => numberText(members) },
]

export function NamedGroupsTable({ onCreate, onMove, ...table }: NamedGroupsTableProps) {
  function menuOf(row: NamedGroup): ReactNode {
    return (
      <ActionMenu
        label={`Options for ${row.name}`}
        actions={[
          { name: 'Create group', icon: Plus, run: () => onCreate(row), keepsMenu: true },
          { name: 'Move members', icon: Users, run: () => onMove(row) },
        ]}
      />
    )
  }

  return (
    <DataTable label="Groups to add" columns={columns} rowKey={({ id }) => id} actions={menuOf} {...table} />
  )
}
