import type { AuditAction, AuditLine } from '@rootsquare/contract/moderation'
import { auditActions } from '#web/features/moderation/audit/audit-labels.ts'
import { nameOf } from '#web/features/moderation/names.ts'
import { useUsername } from '#web/features/moderation/users/use-username.ts'
import { idIn } from '#web/lib/navigation/table-search.ts'
import { FilterChips } from '#web/ui/controls/filter-chips.tsx'
import type { Chip } from '#web/ui/controls/filter-chips.tsx'
import { FilterChoice } from '#web/ui/controls/filter-choice.tsx'

export type AuditFilter = {
  actor: number | undefined
  member: number | undefined
  action: AuditAction | undefined
}

/** What the address says, under the same names. */
export function auditFilterIn(given: (name: string) => string | undefined): AuditFilter {
  return {
    actor: idIn(given('actor')),
    member: idIn(given('member')),
    action: actionIn(given('action')),
  }
}

function actionIn(given = ''): AuditAction | undefined {
  return isAction(given) ? given : undefined
}

function isAction(word: string): word is AuditAction {
  return Object.hasOwn(auditActions, word)
}

type AuditFiltersProps = {
  filter: AuditFilter
  /** Tell what the members of the filters are called. */
  lines: AuditLine[]
  onChange: (changes: Partial<AuditFilter>) => void
  onClear: () => void
}

/** By whom and to whom is chosen in the cells of the table. */
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

/** The address knows numbers only. */
function useChips({ actor, member }: AuditFilter, lines: AuditLine[]): Chip<'actor' | 'member'>[] {
  const by = useUsername(actor, lines.find(({ actorId }) => actorId === actor)?.actorUsername)
  const to = useUsername(member, lines.find(({ userId }) => userId === member)?.username)
  return [
    { name: 'actor', text: actor === undefined ? undefined : `Who: ${nameOf(actor, by)}` },
    { name: 'member', text: member === undefined ? undefined : `Whom: ${nameOf(member, to)}` },
  ]
}
