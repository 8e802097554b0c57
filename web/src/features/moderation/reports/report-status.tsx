import { Spinner } from '#web/ui/feedback/spinner.tsx'
import classes from './report-status.module.css'

type ReportStatusProps = { isAddressed: boolean; isResolving?: boolean }

export function ReportStatus({ isAddressed, isResolving = false }: ReportStatusProps) {
  if (isResolving)
    return (
      <output className={['row muted', classes.resolving].join(' ')}>
        <Spinner /> Resolving…
      </output>
    )
  return (
    <span className={['small strong', classes.status].join(' ')} data-addressed={isAddressed || undefined}>
      {isAddressed ? 'Addressed' : 'Pending'}
    </span>
  )
}
