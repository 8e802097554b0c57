import type { AuditAction, AuditLine } from '@rootsquare/contract/moderation'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { auditActions } from '#web/features/moderation/audit-words.ts'
import { idIn } from '#web/lib/table-search.ts'
import { focusContent } from '#web/ui/pass-focus.ts'
import classes from './report-filters.module.css'

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
  onRemove: (name: keyof AuditFilter) => void
  onClear: () => void
}

/** Nothing while nothing is filtered: the cells of the table are how one does. */
export function AuditFilters({ filter, lines, onRemove, onClear }: AuditFiltersProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  const chips = chipsOf(filter, lines)
  if (chips.length === 0) return null

  // What was pressed goes; the keyboard goes on among the filters that are left.
  function take(deed: () => void, left: number): void {
    if (left > 0) box.current?.focus()
    else focusContent()
    deed()
  }

  return (
    <fieldset ref={box} className={classes.filters} aria-label="Filters" tabIndex={-1}>
      {chips.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          className={classes.chip}
          onClick={() => take(() => onRemove(name), chips.length - 1)}
        >
          <span className="sr-only">Remove filter: </span>
          {text}
          <X size={16} strokeWidth={1.9} aria-hidden="true" />
        </button>
      ))}
      <button type="button" className={classes.clear} onClick={() => take(onClear, 0)}>
        Clear All Filters
      </button>
    </fieldset>
  )
}

type Chip = { name: keyof AuditFilter; text: string }

/** The address knows numbers only; where no line tells the name, the number must do. */
function chipsOf({ actor, member, action }: AuditFilter, lines: AuditLine[]): Chip[] {
  const by = lines.find(({ actorId }) => actorId === actor)?.actorUsername
  const to = lines.find(({ userId }) => userId === member)?.username
  return [
    ...(actor === undefined ? [] : [{ name: 'actor', text: `Who: ${nameOf(actor, by)}` } as const]),
    ...(member === undefined ? [] : [{ name: 'member', text: `Whom: ${nameOf(member, to)}` } as const]),
    ...(action === undefined ? [] : [{ name: 'action', text: `What: ${auditActions[action]}` } as const]),
  ]
}

/** Whoever has left for good has no name any more. */
export function nameOf(id: number, username: string | null | undefined): string {
  return username ? `@${username}` : `member ${id}`
}
