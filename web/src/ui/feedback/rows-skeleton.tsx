import classes from './rows-skeleton.module.css'

type RowsSkeletonProps = { label: string; count?: number; isBare?: boolean }

/** Is about as high as the rows that are being loaded. */
export function RowsSkeleton({ label, count = 5, isBare = false }: RowsSkeletonProps) {
  return (
    <div className={isBare ? undefined : 'card-box'}>
      <output className="sr-only">{label}</output>
      {Array.from({ length: count }, (_, at) => at).map((row) => (
        <div key={row} className="flex-row gap-s min-height-72 pad-xs-m" aria-hidden="true">
          <span className={classes.picture} />
          <span className="grow stack gap-xs">
            <span className={classes.line} />
            <span className={classes.line} />
          </span>
        </div>
      ))}
    </div>
  )
}
