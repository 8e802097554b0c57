import type { AuditLine } from '@rootsquare/contract/moderation'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditFilter } from '#web/features/moderation/audit/audit-filters.tsx'
import { auditActions, auditSubjects } from '#web/features/moderation/audit/audit-labels.ts'
import { TruncatedText } from '#web/features/moderation/truncated-text.tsx'
import { memberLabel } from '#web/features/moderation/labels.ts'
import { stampText } from '#web/lib/format/time.ts'
import { DataTable, type Column } from '#web/ui/table/data-table.tsx'
import classes from './audit-table.module.css'

type OnFilter = (changes: Partial<AuditFilter>) => void
type FilterProps = { filter: AuditFilter; onFilter: OnFilter }
type AuditTableProps = FilterProps & { rows: AuditLine[]; isWaiting: boolean; expected: number }

export function AuditTable({ filter, onFilter, ...content }: AuditTableProps) {
  return (
    <DataTable
      {...content}
      label="Audit log"
      columns={columnsWith({ filter, onFilter })}
      rowKey={({ id }) => id}
    />
  )
}

/** A cell filters by its value, unless the list is filtered by that column already. */
function columnsWith({ filter, onFilter }: FilterProps): Column<AuditLine>[] {
  return [
    {
      name: 'Who',
      cell: ({ actorId, actorUsername }) => (
        <FilterButton isFiltered={filter.actor !== undefined} onClick={() => onFilter({ actor: actorId })}>
          {memberLabel(actorId, actorUsername)}
        </FilterButton>
      ),
    },
    {
      name: 'Whom',
      cell: ({ userId, username }) =>
        userId === null ? (
          <NoValue />
        ) : (
          <FilterButton isFiltered={filter.member !== undefined} onClick={() => onFilter({ member: userId })}>
            {memberLabel(userId, username)}
          </FilterButton>
        ),
    },
    {
      name: 'What',
      cell: (line) => (
        <span className={`row wrap ${classes.what}`}>
          <FilterButton
            isFiltered={filter.action !== undefined}
            onClick={() => onFilter({ action: line.action })}
          >
            {auditActions[line.action]}
          </FilterButton>
          {line.detail !== null && <span className={`muted ${classes.subject}`}>{line.detail}</span>}
          <Subject line={line} />
        </span>
      ),
    },
    {
      name: 'Why',
      cell: ({ reason }) => (reason === null ? <NoValue /> : <TruncatedText text={reason} />),
      isWide: true,
    },
    {
      name: 'When',
      cell: ({ createdDate }) => <time dateTime={createdDate}>{stampText(createdDate)}</time>,
    },
  ]
}

type FilterButtonProps = { isFiltered: boolean; onClick: () => void; children: ReactNode }

function FilterButton({ isFiltered, onClick, children }: FilterButtonProps) {
  if (isFiltered) return <strong className={classes.same}>{children}</strong>
  return (
    <button type="button" className={`plain breakable underline-on-hover ${classes.only}`} onClick={onClick}>
      <span className="sr-only">Only </span>
      {children}
    </button>
  )
}

function NoValue() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </>
  )
}

/** Only groups are linked: most other subjects are deleted by then, or have no page of their own. */
function Subject({ line: { targetType, targetId } }: { line: AuditLine }) {
  if (targetType === null || targetId === null) return null
  const text = `${auditSubjects[targetType]} ${targetId}`
  if (targetType !== 'group') return <span className={`muted ${classes.subject}`}>{text}</span>
  return (
    <Link
      to="/group/$groupId"
      params={{ groupId: String(targetId) }}
      className={`row muted ${classes.subject}`}
    >
      {text}
    </Link>
  )
}
