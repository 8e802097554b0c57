import { reportTargets, type ReportRecord, type ReportTarget } from '@rootsquare/contract/reports'
import { useQueryClient } from '@tanstack/react-query'
import { memberLabel, reportKinds } from '#web/features/moderation/moderation-labels.ts'
import { nameInReports } from '#web/features/moderation/reports/reports-api.ts'
import { useUsername } from '#web/features/moderation/moderation-api.ts'
import { idIn, oneOf } from '#web/lib/navigation/search-params.ts'
import { FilterChips, type FilterChip } from '#web/ui/table/filter-chips.tsx'
import { FilterChoice } from '#web/ui/table/filter-choice.tsx'

const states = ['open', 'addressed', 'all'] as const
const stateNames = { open: 'Pending', addressed: 'Addressed' } as const
/** The page first shows open reports, because somebody must still decide them. */
const defaultReportState = 'open'

export type ReportFilter = {
  reporter: number | undefined
  creator: number | undefined
  group: number | undefined
  state: (typeof states)[number]
  kind: ReportTarget | undefined
  /** The report that is open in the dialog. */
  report: number | undefined
}

/** Reads the filters from the URL, where they have the same names. */
export function reportFilterIn(valueOf: (name: string) => string | undefined): ReportFilter {
  return {
    reporter: idIn(valueOf('reporter')),
    creator: idIn(valueOf('creator')),
    group: idIn(valueOf('group')),
    state: oneOf(states, valueOf('state')) ?? defaultReportState,
    kind: oneOf(reportTargets, valueOf('kind')),
    report: idIn(valueOf('report')),
  }
}

type ReportFiltersProps = {
  filter: ReportFilter
  /** True if there is a search text, because clearing the filters clears it too. */
  isSearched: boolean
  onChange: (changes: Partial<ReportFilter>) => void
  onClear: () => void
}

export function ReportFilters({ filter, isSearched, onChange, onClear }: ReportFiltersProps) {
  const { state, kind } = filter
  const chips = useChips(filter)
  const choices = (
    <>
      <FilterChoice
        label="Status"
        options={Object.entries(stateNames).map(([value, name]) => ({ value, name }))}
        value={state === 'all' ? undefined : state}
        onChange={(chosen) => onChange({ state: oneOf(states, chosen) ?? 'all' })}
      />
      <FilterChoice
        label="Kind"
        options={reportTargets.map((one) => ({ value: one, name: reportKinds[one].many }))}
        value={kind}
        onChange={(chosen) => onChange({ kind: oneOf(reportTargets, chosen) })}
      />
    </>
  )
  return (
    <FilterChips
      chips={chips}
      choices={choices}
      isChosen={state !== defaultReportState || kind !== undefined || isSearched}
      onRemove={(name) => onChange({ [name]: undefined })}
      onClear={onClear}
    />
  )
}

/** Adds the names for the chips, because the URL has only ids. */
function useChips({
  reporter,
  creator,
  group,
}: ReportFilter): FilterChip<'creator' | 'reporter' | 'group'>[] {
  const queryClient = useQueryClient()
  const known = (find: (report: ReportRecord) => string | null) => nameInReports(queryClient, find)
  const by = useUsername(
    reporter,
    known(({ reporterId, createdBy }) => (reporterId === reporter ? createdBy : null)),
  )
  const of = useUsername(
    creator,
    known(({ userId, username }) => (userId === creator ? username : null)),
  )
  const where = known(({ groupId, groupName }) => (groupId === group ? groupName : null))
  return [
    {
      name: 'creator',
      text: creator === undefined ? undefined : `Post creator: ${memberLabel(creator, of)}`,
    },
    { name: 'reporter', text: reporter === undefined ? undefined : `Reporter: ${memberLabel(reporter, by)}` },
    { name: 'group', text: group === undefined ? undefined : `Group: ${where ?? group}` },
  ]
}
