import CircleAlert from 'lucide-react/icons/circle-alert'
import classes from './dialogs.module.css'

type StandingTroubleProps = { text: string; isSpoken?: boolean }

/** Stays inside the dialog after the snackbar has gone. Spoken only where no snackbar says it already. */
export function StandingTrouble({ text, isSpoken = false }: StandingTroubleProps) {
  return (
    <div className={classes.trouble} role={isSpoken ? 'alert' : undefined}>
      <CircleAlert size={20} strokeWidth={1.9} aria-hidden="true" />
      <p>{text}</p>
    </div>
  )
}
