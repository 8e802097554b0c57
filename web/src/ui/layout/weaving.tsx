import { Cloth } from '#web/ui/layout/cloth.tsx'
import classes from './weaving.module.css'

/** A cloth that grows row by row under its shuttle; finished at once for those who asked for less motion. */
export function Weaving({ className }: { className?: string | undefined }) {
  return (
    <div className={[classes.loom, className].join(' ')} aria-hidden="true">
      <div className={classes.warp} />
      <div className={classes.cloth}>
        <Cloth cloth={{ family: 'asooke', palette: 'oxblood' }} />
      </div>
      <div className={classes.pass}>
        <div className={classes.shuttle} />
      </div>
    </div>
  )
}
