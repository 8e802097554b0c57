import { Email } from '@rootsquare/contract/lib/fields'
import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { SentMail } from '#web/features/accounts/sign-up/sent-mail.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Form } from '#web/ui/fields/form.tsx'
import { resultInSnackbar } from '#web/ui/feedback/show-result.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './mail-request.module.css'

const pauseMs = 60_000

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
  const { request, submitLabel, sent, isSentNew = false, onAddressChange, onWrongAddress } = props
  const { mail, isCorrected, form, sendAgain, changeAddress } = useMailRequest(props)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isCorrected) field.current?.select()
  }, [isCorrected, mail])
  return (
    <div className="stack breakable">
      {mail === null ? (
        <Form form={form}>
          <TextField
            ref={field}
            label="Email"
            type="email"
            autoComplete="email"
            onInput={(event) => onAddressChange?.(event.currentTarget.value)}
            {...form.field('email')}
          />
          <Button type="submit" isWide isBusy={form.isPending}>
            {submitLabel}
          </Button>
        </Form>
      ) : (
        <FocusedBox isNew={mail !== sent || isSentNew}>
          {props.renderSent(mail.address)}
          <SendAgainButton key={mail.at} sentAt={mail.at} isBusy={request.isPending} onSend={sendAgain} />
          <Button variant="outline" isWide onClick={onWrongAddress ?? changeAddress}>
            Use another address
          </Button>
        </FocusedBox>
      )}
    </div>
  )
}

function useMailRequest({ request, sent, initialAddress = '', onSent, onAnother }: MailRequestProps) {
  const [mail, setMail] = useState(sent ?? null)
  const [isCorrected, setCorrected] = useState(false)

  async function send(to: string): Promise<void> {
    const message = await request.mutateAsync(to)
    showSnackbar('success', message ?? 'Please check your email')
    setMail({ address: to, at: Date.now() })
    onSent?.(to)
  }

  const form = useForm({
    initial: { email: sent?.address ?? initialAddress },
    rules: { email: Email },
    errorsFrom: ({ email, emailAddress }) => ({ email: email ?? emailAddress }),
    send: ({ email }) => send(email.trim()),
    onFailure: resultInSnackbar.onFailure,
  })

  function sendAgain(): void {
    clearSnackbars()
    if (mail !== null)
      send(mail.address).catch((failure: unknown) => showSnackbar('error', errorText(failure)))
  }

  function changeAddress(): void {
    clearSnackbars()
    request.reset()
    setCorrected(true)
    setMail(null)
    onAnother?.()
  }

  return { mail, isCorrected, form, sendAgain, changeAddress }
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
