import classes from './report-status.module.css'

export function ReportStatus({ isAddressed }: { isAddressed: boolean }) {
  return (
    <span className={classes.status} data-addressed={isAddressed || undefined}>
      {isAddressed ? 'Addressed' : 'Pending'}
    </span>
  )
}
