import type { AuditLine, AuditAction } from '@rootsquare/contract/moderation'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { auditActions, auditSubjects } from '#web/features/moderation/audit/audit-labels.ts'
import { memberLabel } from '#web/features/moderation/moderation-labels.ts'
import { useUsername } from '#web/features/moderation/moderation-api.ts'
import { TruncatedText } from '#web/features/moderation/truncated-text.tsx'
import { stampText } from '#web/lib/format/time.ts'
import { idIn } from '#web/lib/navigation/search-params.ts'
import { DataTable, type Column } from '#web/ui/table/data-table.tsx'
import { FilterChips, type FilterChip } from '#web/ui/table/filter-chips.tsx'
import { FilterChoice } from '#web/ui/table/filter-choice.tsx'
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

/** A click on a cell filters by its value, unless the list is filtered by that column already. */
function columnsWith({ filter, onFilter }: FilterProps): Column<AuditLine>[] {
  return [
    {
      name: 'Who',
      cell: ({ actorId, actorUsername }) =>
        actorId === null ? (
          'Command line'
        ) : (
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
        <span className={`flex-row wrap ${classes.what}`}>
          <FilterButton
            isFiltered={filter.action !== undefined}
            onClick={() => onFilter({ action: line.action })}
          >
            {auditActions[line.action]}
          </FilterButton>
          {line.detail !== null && <span className={`muted ${classes.subject} text-xs`}>{line.detail}</span>}
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
    <button
      type="button"
      className={`plain-control breakable underline-on-hover touch ${classes.only}`}
      onClick={onClick}
    >
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

/** Links only to groups, because most other subjects are deleted by now or have no page of their own. */
function Subject({ line: { targetType, targetId } }: { line: AuditLine }) {
  if (targetType === null || targetId === null) return null
  const text = `${auditSubjects[targetType]} ${targetId}`
  if (targetType !== 'group') return <span className={`muted ${classes.subject} text-xs`}>{text}</span>
  return (
    <Link
      to="/group/$groupId"
      params={{ groupId: String(targetId) }}
      className={`flex-row muted ${classes.subject} text-xs`}
    >
      {text}
    </Link>
  )
}

type AuditFilter = {
  actor: number | undefined
  member: number | undefined
  action: AuditAction | undefined
}

/** Reads the filters from the URL, where they have the same names. */
export function auditFilterIn(valueOf: (name: string) => string | undefined): AuditFilter {
  return {
    actor: idIn(valueOf('actor')),
    member: idIn(valueOf('member')),
    action: actionIn(valueOf('action')),
  }
}

function actionIn(value = ''): AuditAction | undefined {
  return isAction(value) ? value : undefined
}

function isAction(value: string): value is AuditAction {
  return Object.keys(auditActions).includes(value)
}

type AuditFiltersProps = {
  filter: AuditFilter
  /** The lines contain the names of the members in the filters. */
  lines: AuditLine[]
  onChange: (changes: Partial<AuditFilter>) => void
  onClear: () => void
}

/** Offers only the action, because actor and member are chosen in the cells of the table. */
export function AuditFilters({ filter, lines, onChange, onClear }: AuditFiltersProps) {
  const chips = useChips(filter, lines)
  const what = (
    <FilterChoice
      label="What"
      options={Object.entries(auditActions).map(([value, name]) => ({ value, name }))}
      value={filter.action}
      onChange={(chosen) => onChange({ action: actionIn(chosen) })}
    />
  )
  return (
    <FilterChips
      chips={chips}
      choices={what}
      isChosen={filter.action !== undefined}
      onRemove={(name) => onChange({ [name]: undefined })}
      onClear={onClear}
    />
  )
}

/** Adds the names for the chips, because the URL has only ids. */
function useChips({ actor, member }: AuditFilter, lines: AuditLine[]): FilterChip<'actor' | 'member'>[] {
  const by = useUsername(actor, lines.find(({ actorId }) => actorId === actor)?.actorUsername)
  const to = useUsername(member, lines.find(({ userId }) => userId === member)?.username)
  return [
    { name: 'actor', text: actor === undefined ? undefined : `Who: ${memberLabel(actor, by)}` },
    { name: 'member', text: member === undefined ? undefined : `Whom: ${memberLabel(member, to)}` },
  ]
}
