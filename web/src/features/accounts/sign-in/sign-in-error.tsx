import CircleAlert from 'lucide-react/icons/circle-alert'
import { ResendMail } from '#web/features/accounts/sign-up/resend-mail.tsx'
import { CallError } from '#web/lib/net/call.ts'
import { errorTextWithRetry } from '#web/lib/net/error-text.ts'
import { momentText } from '#web/lib/format/time.ts'
import classes from './sign-in-error.module.css'

/** Stays beside the form after the snackbar has gone, with what the person can do next. */
export function SignInTrouble({ failure, username }: { failure: Error; username: string }) {
  const { code, reason, until } = failure instanceof CallError ? failure : {}
  return (
    <div className={classes.trouble}>
      <CircleAlert size={20} strokeWidth={1.9} aria-hidden="true" className={classes.icon} />
      <div className={classes.body}>
        <p className={classes.text}>{errorTextWithRetry(failure)}</p>
        {(reason || until) && (
          <dl className={classes.details}>
            {reason && <Detail name="Reason" value={reason} />}
            {until && <Detail name="Until" value={`${momentText(until)} (Lagos time)`} />}
          </dl>
        )}
        {reason && <p>Write to the moderators by answering the mail we sent you.</p>}
        {code === 'EMAIL_NOT_VERIFIED' && <ResendMail typed={username} />}
      </div>
    </div>
  )
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
