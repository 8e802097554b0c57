import CircleAlert from 'lucide-react/icons/circle-alert'
import { ResendMail } from '#web/features/accounts/resend-mail.tsx'
import { CallFailure } from '#web/lib/call.ts'
import { failureTextWithLater } from '#web/lib/failure-text.ts'
import { momentText } from '#web/lib/time.ts'
import classes from './sign-in-trouble.module.css'

/** Stays beside the form after the snackbar has gone, with what the person can do next. */
export function SignInTrouble({ failure, username }: { failure: Error; username: string }) {
  const { code, reason, until } = failure instanceof CallFailure ? failure : {}
  return (
    <div className={classes.trouble}>
      <CircleAlert size={20} strokeWidth={1.9} aria-hidden="true" className={classes.icon} />
      <div className={classes.body}>
        <p className={classes.text}>{failureTextWithLater(failure)}</p>
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
