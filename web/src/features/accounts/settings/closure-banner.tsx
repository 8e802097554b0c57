import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Button } from '#web/ui/controls/button.tsx'
import classes from './closure-banner.module.css'

type ClosureBannerProps = { days: number; onCancel: () => void }

export function ClosureBanner({ days, onCancel }: ClosureBannerProps) {
  return (
    <section className={classes.banner} aria-label="Account closure">
      <TriangleAlert size={22} strokeWidth={1.9} aria-hidden="true" />
      <div className={classes.body}>
        <p>
          Your account is scheduled for deletion in {days} days. You can cancel this request before the
          deletion occurs.
        </p>
        <Button look="outline" onClick={onCancel}>
          Cancel Account Closure
        </Button>
      </div>
    </section>
  )
}
