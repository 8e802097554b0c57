import { Email } from '@rootsquare/contract/lib/fields'
import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { isShownAtFields } from '#web/features/accounts/rejected-fields.ts'
import type { SentMail } from '#web/features/accounts/sign-up/sent-mail.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { fieldErrorIn } from '#web/lib/net/field-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './mail-request.module.css'

const pauseMs = 60_000
const emailError = fieldErrorIn(Email)

type MailRequestProps = {
  request: UseMutationResult<string | undefined, Error, string>
  submitLabel: string
  /** The mail that has already been sent, if any, and whether that was a moment ago. */
  sent?: Pick<SentMail, 'address' | 'at'> | null
  isSentNew?: boolean
  initialAddress?: string
  onAddressChange?: (address: string) => void
  onSent?: (address: string) => void
  /** Is called when the form is shown again because the address was wrong. */
  onAnother?: () => void
  /** Is called instead, where another address needs more than this form. */
  onWrongAddress?: () => void
  /** Renders where the mail was sent and what to do with it. */
  renderSent: (address: string) => ReactNode
}

/** Requests a mail to an address, and offers to send it again after a minute. */
export function MailRequest(props: MailRequestProps) {
  const { request, submitLabel, sent, isSentNew = false, initialAddress = '' } = props
  const { onAddressChange, onSent, onAnother, onWrongAddress } = props
  const [mail, setMail] = useState(sent ?? null)
  const [wrongAddress, setWrongAddress] = useState<string | null>(null)

  function send(to: string): void {
    if (request.isPending) return
    clearSnackbars()
    request.mutate(to, {
      onSuccess: (message) => {
        showSnackbar('success', message ?? 'Please check your email')
        setMail({ address: to, at: Date.now() })
        onSent?.(to)
      },
      onError: (failure) => showSnackbar('error', errorText(failure)),
    })
  }

  function changeAddress(): void {
    clearSnackbars()
    request.reset()
    setWrongAddress(mail?.address ?? null)
    setMail(null)
    onAnother?.()
  }

  return (
    <div className="stack breakable">
      {request.error && !isShownAtFields(request.error, ['email', 'emailAddress']) && (
        <Notice kind="error">
          <p>{errorText(request.error)}</p>
        </Notice>
      )}
      {mail === null ? (
        <AddressForm
          submitLabel={submitLabel}
          address={wrongAddress ?? initialAddress}
          isFocused={wrongAddress !== null}
          isBusy={request.isPending}
          failure={request.error}
          onTyped={onAddressChange}
          onSubmit={send}
        />
      ) : (
        <FocusedBox isNew={mail !== sent || isSentNew}>
          {props.renderSent(mail.address)}
          <SendAgainButton
            key={mail.at}
            sentAt={mail.at}
            isBusy={request.isPending}
            onSend={() => send(mail.address)}
          />
          <Button variant="outline" isWide onClick={onWrongAddress ?? changeAddress}>
            Use another address
          </Button>
        </FocusedBox>
      )}
    </div>
  )
}

type AddressFormProps = {
  submitLabel: string
  address: string
  isBusy: boolean
  failure: Error | null
  /** Whether the form takes the focus, because it replaces an element that had it. */
  isFocused: boolean
  onTyped: ((address: string) => void) | undefined
  onSubmit: (address: string) => void
}

function AddressForm(props: AddressFormProps) {
  const { submitLabel, address, isBusy, failure, isFocused, onTyped, onSubmit } = props
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(address)
  /** The error is undefined until something is typed or sent. */
  const [error, setError] = useState<string | null>()
  const { email, emailAddress } = failure instanceof CallError ? failure.fields : {}

  useEffect(() => {
    if (isFocused) field.current?.select()
  }, [isFocused])

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const found = emailError(typed)
    setError(found)
    if (found === null) onSubmit(typed.trim())
    else field.current?.focus()
  }

  function checkOnLeave(): void {
    if (typed !== '' || error !== undefined) setError(emailError(typed))
  }

  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        ref={field}
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        value={typed}
        error={error ?? email ?? emailAddress}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onTyped?.(event.currentTarget.value)
          setError(null)
        }}
        onBlur={checkOnLeave}
      />
      <Button type="submit" isWide isBusy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  )
}

/** Takes the focus if it replaces the form that had it. */
export function FocusedBox({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) box.current?.focus()
  }, [isNew])
  return (
    <div ref={box} tabIndex={-1} className={`stack breakable muted no-ring ${classes.sent}`}>
      {children}
    </div>
  )
}

type SendAgainButtonProps = { sentAt: number; isBusy: boolean; onSend: () => void }

/** Counts down for the first minute instead of sending another mail, because mails take a moment to arrive. */
function SendAgainButton({ sentAt, isBusy, onSend }: SendAgainButtonProps) {
  const seconds = useSecondsUntil(sentAt + pauseMs)
  const isEarly = seconds > 0
  return (
    <div className={classes.again}>
      <Button variant="outline" isBusy={isBusy} disabled={isEarly} onClick={isBusy ? undefined : onSend}>
        {isEarly ? `Send again in ${seconds} s` : 'Send the mail again'}
      </Button>
    </div>
  )
}

function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  const isOver = now >= moment
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  // `now` may be older than a mail that was sent just now.
  return Math.min(pauseMs / 1000, Math.max(0, Math.ceil((moment - now) / 1000)))
}
