import classes from './voice.module.css'

type WaveformProps = {
  /** A level from 0 to 1 for each bar. */
  levels: readonly number[]
  /** The share that has been played, from 0 to 1. */
  share?: number
}

const step = 4
const height = 32
const least = 0.12

/** Draws loudness over time as bars. */
export function Waveform({ levels, share = 0 }: WaveformProps) {
  const playedBars = Math.round(share * levels.length)
  return (
    <svg
      className={`full-width ${classes.waveform}`}
      viewBox={`0 0 ${levels.length * step} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={barsOf(levels, 0, playedBars)} data-heard />
      <path d={barsOf(levels, playedBars, levels.length)} />
    </svg>
  )
}

function barsOf(levels: readonly number[], from: number, to: number): string {
  return levels
    .slice(from, to)
    .map((level, at) => {
      const half = (Math.max(least, Math.min(1, level)) * (height - 4)) / 2
      return `M${(from + at) * step + step / 2} ${height / 2 - half}v${half * 2}`
    })
    .join('')
}
