import type { Login } from '@rootsquare/contract/accounts'
import { Link } from '@tanstack/react-router'
import { passAccount } from '#web/features/accounts/sign-up/pending-account.ts'
import { CallError } from '#web/lib/net/call.ts'
import { momentText } from '#web/lib/format/time.ts'
import { errorTextWithRetry } from '#web/lib/net/error-text.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import classes from './sign-in-error.module.css'

/** `account` is undefined if the session has ended before somebody tried to sign in. */
type SignInErrorProps = { failure: Error; account: Login | undefined }

/** Says what the person can do next. The snackbar of an attempt has the error itself, which is not said twice. */
export function SignInError({ failure, account }: SignInErrorProps) {
  const { code, reason, until } = failure instanceof CallError ? failure : {}
  const isUnverified = account !== undefined && code === 'EMAIL_NOT_VERIFIED'
  if (account !== undefined && !reason && !until && !isUnverified) return null
  return (
    <div className={`${classes.error} margin-bottom-m`}>
      <Notice kind="error">
        {account === undefined && <p>{errorTextWithRetry(failure)}</p>}
        {(reason || until) && (
          <dl className="stack gap-xs">
            {reason && <Detail name="Reason" value={reason} />}
            {until && <Detail name="Until" value={`${momentText(until)} (Lagos time)`} />}
          </dl>
        )}
        {reason && <p>Write to the moderators by answering the mail we sent you.</p>}
        {isUnverified && (
          <p>
            No mail, or a wrong address?{' '}
            <Link
              to="/mail-sent"
              className="text-link"
              onClick={() => passAccount({ ...account, emailAddress: null })}
            >
              Send the mail again
            </Link>
          </p>
        )}
      </Notice>
    </div>
  )
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs">{name}</dt>
      <dd className="semibold">{value}</dd>
    </div>
  )
}
