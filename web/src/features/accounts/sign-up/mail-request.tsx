import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { AddressForm } from '#web/features/accounts/sign-up/address-form.tsx'
import { isSaidAtField } from '#web/features/accounts/sign-up/rejected-fields.ts'
import { SendAgainButton } from '#web/features/accounts/sign-up/send-again-button.tsx'
import type { SentMail } from '#web/features/accounts/sign-up/sent-mail.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './mail-request.module.css'

type MailRequestProps = {
  request: UseMutationResult<string | undefined, Error, string>
  submitLabel: string
  /** The mail that is on its way already, if one is. */
  sent?: SentMail | null
  /** Stands in the field to begin with. */
  address?: string
  onTyped?: (address: string) => void
  onSent?: (address: string) => void
  /** When the form is back, for the address was wrong. */
  onAnother?: () => void
  /** Tells where the mail went and what to do with it. */
  renderTold: (address: string) => ReactNode
}

/** Asks for an address, has a mail sent there, and after a minute offers to send it again. */
export function MailRequest({
  request,
  submitLabel,
  sent,
  address = '',
  onTyped,
  onSent,
  onAnother,
  renderTold,
}: MailRequestProps) {
  const [mail, setMail] = useState<SentMail | null>(sent ?? null)
  /** The address that is to be put right. */
  const [left, setLeft] = useState<string | null>(null)

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

  function another(): void {
    clearSnackbars()
    request.reset()
    setLeft(mail?.address ?? null)
    setMail(null)
    onAnother?.()
  }

  return (
    <div className={classes.request}>
      {request.error && !isSaidAtField(request.error, ['email', 'emailAddress']) && (
        <Notice kind="error">
          <p>{errorText(request.error)}</p>
        </Notice>
      )}
      {mail === null ? (
        <AddressForm
          submitLabel={submitLabel}
          address={left ?? address}
          isFocused={left !== null}
          isBusy={request.isPending}
          failure={request.error}
          onTyped={onTyped}
          onSubmit={send}
        />
      ) : (
        <Told isNew={mail !== sent}>
          {renderTold(mail.address)}
          <SendAgainButton
            key={mail.at}
            sentAt={mail.at}
            isBusy={request.isPending}
            onSend={() => send(mail.address)}
          />
          <Button look="outline" isWide onClick={another}>
            Use another address
          </Button>
        </Told>
      )}
    </div>
  )
}

/** Takes the focus when it comes in place of the form that had it. */
export function Told({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) box.current?.focus()
  }, [isNew])
  return (
    <div ref={box} tabIndex={-1} className={classes.told}>
      {children}
    </div>
  )
}
