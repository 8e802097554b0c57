import type { UseMutationResult } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './dialogs.module.css'

type PasswordDialogProps = {
  title: string
  confirmLabel: string
  tone: 'plain' | 'danger'
  deed: UseMutationResult<{ message: string | undefined }, Error, string>
  words: { done: string; failed: string }
  onClose: () => void
  children: ReactNode
}

/** A deed that wants the password again. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, confirmLabel, tone, deed, words, onClose, children } = props
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)

  function refuse(failure: Error): void {
    const wrong = failure instanceof CallError ? failure.fields.password : undefined
    setTrouble(wrong ?? null)
    if (wrong !== undefined) field.current?.focus()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (deed.isPending || password === '') return
    clearSnackbars()
    // Told also to a member who has closed the dialog meanwhile.
    deed.mutateAsync(password, { onError: refuse, onSuccess: onClose }).then(
      ({ message }) => showSnackbar('success', message ?? words.done),
      (failure: Error) => showSnackbar('error', serverText(failure, words.failed)),
    )
  }

  const footer = (
    <>
      <Button look="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button
        type="submit"
        form={formId}
        look={tone === 'danger' ? 'danger' : 'primary'}
        disabled={password === ''}
        isBusy={deed.isPending}
      >
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={title} footer={footer}>
      <div className={classes.words}>{children}</div>
      <form id={formId} noValidate onSubmit={submit}>
        <PasswordField
          ref={field}
          label="Password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={trouble}
          onBlur={() => setTrouble((now) => (password === '' ? 'Password is required' : now))}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setTrouble(null)
          }}
        />
      </form>
    </Dialog>
  )
}

/** The server's own words; where no answer came there are none. */
function serverText(failure: Error, otherwise: string): string {
  const isSilent = failure instanceof CallError && failure.status === 0
  return isSilent ? otherwise : errorText(failure, otherwise)
}
