import TriangleAlert from 'lucide-react/icons/triangle-alert'
import classes from './closure-banner.module.css'

export function ClosureBanner({ days }: { days: number }) {
  return (
    <section className={classes.banner} aria-label="Account closure">
      <TriangleAlert size={22} strokeWidth={1.9} aria-hidden="true" />
      <p>
        Your account is scheduled for deletion in {days} days. You can cancel this request before the deletion
        occurs.
      </p>
    </section>
  )
}
