import type { ReportRecord, ReportTarget } from '@rootsquare/contract/reports'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useId, useRef } from 'react'
import { reportKinds } from '#web/features/moderation/report-words.ts'
import { knownIn } from '#web/features/moderation/reports-api.ts'
import { idIn, oneOf } from '#web/lib/table-search.ts'
import classes from './report-filters.module.css'

const states = ['open', 'addressed'] as const
const stateNames = { open: 'Open', addressed: 'Addressed' } as const
const kinds = ['post', 'comment', 'chat', 'item', 'user'] as const

export type ReportFilter = {
  reporter: number | undefined
  creator: number | undefined
  group: number | undefined
  state: (typeof states)[number] | undefined
  kind: ReportTarget | undefined
}

/** What the address says, under the same names. */
export function reportFilterIn(given: (name: string) => string | undefined): ReportFilter {
  return {
    reporter: idIn(given('reporter')),
    creator: idIn(given('creator')),
    group: idIn(given('group')),
    state: oneOf(states, given('state')),
    kind: oneOf(kinds, given('kind')),
  }
}

type ReportFiltersProps = {
  filter: ReportFilter
  onChange: (changes: Partial<ReportFilter>) => void
  onClear: () => void
}

export function ReportFilters({ filter, onChange, onClear }: ReportFiltersProps) {
  const queryClient = useQueryClient()
  const box = useRef<HTMLFieldSetElement>(null)
  const chips = chipsOf(filter, queryClient)
  const isAny = Object.values(filter).some((value) => value !== undefined)

  // What was pressed goes; the keyboard goes on among the filters that are left.
  function take(deed: () => void): void {
    box.current?.focus()
    deed()
  }

  return (
    <fieldset ref={box} className={classes.filters} aria-label="Filters" tabIndex={-1}>
      <Choice
        label="Status"
        options={states.map((state) => ({ value: state, name: stateNames[state] }))}
        value={filter.state}
        onChange={(state) => onChange({ state: oneOf(states, state) })}
      />
      <Choice
        label="Kind"
        options={kinds.map((kind) => ({ value: kind, name: reportKinds[kind].many }))}
        value={filter.kind}
        onChange={(kind) => onChange({ kind: oneOf(kinds, kind) })}
      />
      {chips.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          className={classes.chip}
          onClick={() => take(() => onChange({ [name]: undefined }))}
        >
          <span className="sr-only">Remove filter: </span>
          {text}
          <X size={16} strokeWidth={1.9} aria-hidden="true" />
        </button>
      ))}
      {isAny && (
        <button type="button" className={classes.clear} onClick={() => take(onClear)}>
          Clear All Filters
        </button>
      )}
    </fieldset>
  )
}

type ChoiceProps = {
  label: string
  options: { value: string; name: string }[]
  value: string | undefined
  onChange: (value: string) => void
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className={classes.choice} data-chosen={value !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">All</option>
        {options.map(({ value: one, name }) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

type Chip = { name: 'reporter' | 'creator' | 'group'; text: string }

/** The address knows numbers only; where no row tells the name, the number must do. */
function chipsOf({ reporter, creator, group }: ReportFilter, queryClient: QueryClient): Chip[] {
  const known = (find: (report: ReportRecord) => string | null) => knownIn(queryClient, find)
  const by = known(({ reporterId, createdBy }) => (reporterId === reporter ? createdBy : null))
  const of = known(({ userId, username }) => (userId === creator ? username : null))
  const where = known(({ groupId, groupName }) => (groupId === group ? groupName : null))
  const chips: Chip[] = [
    { name: 'creator', text: `Post creator: ${of === null ? `member ${creator}` : `@${of}`}` },
    { name: 'reporter', text: `Reporter: ${by === null ? `member ${reporter}` : `@${by}`}` },
    { name: 'group', text: `Group: ${where ?? group}` },
  ]
  const given = { reporter, creator, group }
  return chips.filter(({ name }) => given[name] !== undefined)
}
