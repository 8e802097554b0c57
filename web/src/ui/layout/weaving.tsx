import { Cloth } from '#web/ui/layout/cloth.tsx'
import classes from './weaving.module.css'

/** A pattern that is woven row by row; complete at once with reduced motion. */
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
