import classes from './rows-skeleton.module.css'

type RowsSkeletonProps = { label: string; count?: number; isBare?: boolean }

/** Rows of a list that is on its way, about as high as the rows will be. */
export function RowsSkeleton({ label, count = 5, isBare = false }: RowsSkeletonProps) {
  return (
    <div className={isBare ? undefined : 'card'}>
      <output className="sr-only">{label}</output>
      {Array.from({ length: count }, (_, at) => at).map((row) => (
        <div key={row} className={classes.row} aria-hidden="true">
          <span className={classes.picture} />
          <span className={classes.lines}>
            <span className={classes.line} />
            <span className={classes.line} />
          </span>
        </div>
      ))}
    </div>
  )
}
