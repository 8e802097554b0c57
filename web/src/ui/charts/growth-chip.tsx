import classes from './growth-chip.module.css'

type GrowthChipProps = {
  /** Percent, compared with the period before. */
  rate: number
  /** What a rise means: more sales are good, more bans are bad, other things are neither. */
  rise?: 'good' | 'bad' | 'plain'
}

const percent = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function GrowthChip({ rate, rise = 'good' }: GrowthChipProps) {
  const mark = rate > 0 ? '▲' : '▼'
  const direction = rate > 0 ? 'Up' : 'Down'
  return (
    <span className={classes.chip} data-tone={toneOf(rate, rise)}>
      {rate !== 0 && (
        <>
          <span aria-hidden="true">{mark} </span>
          <span className="sr-only">{direction} </span>
        </>
      )}
      {percent.format(Math.abs(rate))}%
    </span>
  )
}

/** No change is good where a rise is bad, and neutral otherwise. */
function toneOf(rate: number, rise: GrowthChipProps['rise']) {
  if (rise === 'bad') return rate > 0 ? 'bad' : 'good'
  if (rise === 'plain' || rate === 0) return 'plain'
  return rate > 0 ? 'good' : 'bad'
}
