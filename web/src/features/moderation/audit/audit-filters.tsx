import type { AuditAction, AuditLine } from '@rootsquare/contract/moderation'
import { auditActions } from '#web/features/moderation/audit/audit-labels.ts'
import { memberLabel } from '#web/features/moderation/labels.ts'
import { useUsername } from '#web/features/moderation/moderation-api.ts'
import { idIn } from '#web/lib/navigation/table-search.ts'
import { FilterChips, type Chip } from '#web/ui/table/filter-chips.tsx'
import { FilterChoice } from '#web/ui/table/filter-choice.tsx'

export type AuditFilter = {
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
  return Object.hasOwn(auditActions, value)
}

type AuditFiltersProps = {
  filter: AuditFilter
  /** They contain the names of the members in the filters. */
  lines: AuditLine[]
  onChange: (changes: Partial<AuditFilter>) => void
  onClear: () => void
}

/** Who and whom are chosen in the cells of the table. */
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

/** The URL has only ids, the chips show names. */
function useChips({ actor, member }: AuditFilter, lines: AuditLine[]): Chip<'actor' | 'member'>[] {
  const by = useUsername(actor, lines.find(({ actorId }) => actorId === actor)?.actorUsername)
  const to = useUsername(member, lines.find(({ userId }) => userId === member)?.username)
  return [
    { name: 'actor', text: actor === undefined ? undefined : `Who: ${memberLabel(actor, by)}` },
    { name: 'member', text: member === undefined ? undefined : `Whom: ${memberLabel(member, to)}` },
  ]
}
