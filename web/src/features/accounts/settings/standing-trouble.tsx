import { Notice } from '#web/ui/notice.tsx'
import classes from './dialogs.module.css'

type StandingTroubleProps = { text: string; isSpoken?: boolean }

/** Stays inside the dialog after the snackbar has gone. Spoken only where no snackbar says it already. */
export function StandingTrouble({ text, isSpoken = false }: StandingTroubleProps) {
  return (
    <div className={classes.trouble} role={isSpoken ? 'alert' : undefined}>
      <Notice kind="error">
        <p>{text}</p>
      </Notice>
    </div>
  )
}
