import { useEffect, useId, useRef } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import type { LockOutProps } from '#web/features/moderation/users/suspension-api.ts'
import type { Reason } from '#web/features/moderation/reason-text.tsx'
import { troubleText } from '#web/features/moderation/moderation-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './suspension.module.css'

type LockOutFormProps = Pick<LockOutProps, 'onDone' | 'onClose'> & {
  title: string
  button: { name: string; look?: 'danger'; isOff?: boolean }
  reason: Reason
  deed: {
    isPending: boolean
    error: Error | null
    mutateAsync: (reason: string, options: { onSuccess: () => void }) => Promise<unknown>
  }
  words: { done: string; failed: string }
  children: ReactNode
}

/** What is done to a member, and why: nothing goes out without a reason, and a failure loses no word of it. */
export function LockOutForm({
  title,
  button,
  reason,
  deed,
  words,
  onDone,
  onClose,
  children,
}: LockOutFormProps) {
  const formId = useId()

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (deed.isPending || button.isOff) return
    const given = reason.ask()
    if (given === null) return
    clearSnackbars()
    // What became of it also reaches whoever has closed the dialog meanwhile.
    deed.mutateAsync(given, { onSuccess: leave }).then(
      () => {
        reason.forget()
        showSnackbar('success', words.done)
      },
      (failure: unknown) => {
        if (document.getElementById(formId) === null)
          showSnackbar('error', troubleText(failure, words.failed))
      },
    )
  }

  function leave(): void {
    flushSync(onClose)
    onDone?.()
  }

  const { name, look, isOff } = button
  const footer = (
    <>
      <Button look="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} look={look} disabled={isOff} isBusy={deed.isPending}>
        {name}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={title} footer={footer}>
      <form id={formId} className={classes.form} noValidate onSubmit={submit}>
        {children}
        {deed.error && <Trouble text={troubleText(deed.error, words.failed)} />}
      </form>
    </Dialog>
  )
}

/** Here and not in a snackbar, which would lie over what was typed on a phone. */
function Trouble({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null)
  // In braces: what newer browsers answer is a promise, which must not pass for the effect's clean-up.
  useEffect(() => {
    void box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} role="alert">
      <Notice kind="error">
        <p>{text}</p>
      </Notice>
    </div>
  )
}
