import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Chip } from '#web/ui/layout/chip.tsx'

type ReportStatusProps = { isAddressed: boolean; isResolving?: boolean }

export function ReportStatus({ isAddressed, isResolving = false }: ReportStatusProps) {
  if (isResolving)
    return (
      <output className="row small muted no-wrap">
        <Spinner /> Resolving…
      </output>
    )
  return <Chip tone={isAddressed ? 'leaf' : 'gold'}>{isAddressed ? 'Addressed' : 'Pending'}</Chip>
}
