import classes from './growth-chip.module.css'

type GrowthChipProps = {
  /** Percent against the time just before. */
  rate: number
  /** What a rise means: more sales are good, more bans are not, and of some things neither can be said. */
  rise?: 'good' | 'bad' | 'plain'
}

const percent = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function GrowthChip({ rate, rise = 'good' }: GrowthChipProps) {
  const mark = rate > 0 ? '▲' : '▼'
  const way = rate > 0 ? 'Up' : 'Down'
  const isPlain = rate === 0 || rise === 'plain'
  const tone = rate > 0 === (rise === 'good') ? 'good' : 'bad'
  return (
    <span className={classes.chip} data-tone={isPlain ? 'plain' : tone}>
      {rate !== 0 && (
        <>
          <span aria-hidden="true">{mark} </span>
          <span className="sr-only">{way} </span>
        </>
      )}
      {percent.format(Math.abs(rate))}%
    </span>
  )
}
