import { WovenStrip } from '#web/ui/layout/cloth.tsx'
import classes from './weaving.module.css'

/** Animates a pattern row by row. With reduced motion it is complete at once. */
export function Weaving({ className }: { className?: string | undefined }) {
  return (
    <div className={[classes.loom, className].join(' ')} aria-hidden="true">
      <div className={classes.warp} />
      <div className={classes.cloth}>
        <WovenStrip />
      </div>
      <div className={classes.pass}>
        <div className={classes.shuttle} />
      </div>
    </div>
  )
}
