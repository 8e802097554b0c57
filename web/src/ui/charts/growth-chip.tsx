import { decimalText } from '#web/lib/format/count-text.ts'
import classes from './growth-chip.module.css'

type GrowthChipProps = {
  /** The change in percent compared with the previous period. */
  rate: number
  /** Whether a rise is good (sales), bad (bans) or neither. */
  rise?: 'good' | 'bad' | 'plain'
}

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
      {decimalText(Math.abs(rate), 2)}%
    </span>
  )
}

/** No change counts as good where a rise is bad, and as neutral otherwise. */
function toneOf(rate: number, rise: GrowthChipProps['rise']) {
  if (rise === 'bad') return rate > 0 ? 'bad' : 'good'
  if (rise === 'plain' || rate === 0) return 'plain'
  return rate > 0 ? 'good' : 'bad'
}
