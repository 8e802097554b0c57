import classes from './progress-ring.module.css'

const radius = 20
const around = 2 * Math.PI * radius

export function ProgressRing({ label, share }: { label: string; share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div className={`center-content ${classes.veil}`}>
      <progress className="sr-only" aria-label={label} max={100} value={percent} />
      <svg width="52" height="52" viewBox="0 0 52 52" aria-hidden="true">
        <circle cx="26" cy="26" r={radius} className={classes.track} />
        <circle
          cx="26"
          cy="26"
          r={radius}
          className={classes.done}
          strokeDasharray={around}
          strokeDashoffset={around * (1 - share)}
        />
      </svg>
      <span className="text-xs bold tabular" aria-hidden="true">
        {percent}
      </span>
    </div>
  )
}
