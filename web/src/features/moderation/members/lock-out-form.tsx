import { moderationReasonLength } from '@rootsquare/contract/moderation'
import { useEffect, useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { errorWithHint } from '#web/features/moderation/moderation-labels.ts'
import type { LockOutProps } from '#web/features/moderation/members/lock-out-api.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useTextsDraft } from '#web/lib/forms/use-texts-draft.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'

type LockOutFormProps = LockOutProps & {
  title: string
  button: { name: string; variant?: 'danger' }
  /** `what` names the draft, and `missing` is the error for an empty reason. */
  reason: { what: string; label?: string; missing: string }
  send: (reason: string) => Promise<unknown>
  messages: { done: string; failed: string }
  onSent?: () => void
  /** What cannot be undone is confirmed with the name of the member. */
  asksName?: boolean
  /** The content above the reason. */
  children: ReactNode
}

const blank = { reason: '' }

/**
 * Suspends, unsuspends or bans a member. A reason is required. It is saved until the call succeeds, so that an error, Esc or
 * a reload does not lose it.
 */
export function LockOutForm(props: LockOutFormProps) {
  const { member, title, button, reason, messages, onSent, onDone, onClose, asksName = false } = props
  const isSame = (typed: string) => !asksName || isSameName(typed, member.username)
  const form = useForm({
    initial: { ...blank, confirm: '' },
    draft: useTextsDraft({ what: reason.what, id: member.userId, isPrivate: true }, blank),
    rules: {
      reason: (text) => (lengthOf(text) === 0 ? reason.missing : null),
      confirm: (typed) => (isSame(typed) ? null : `That is not ${member.username}.`),
    },
    limits: { reason: { max: moderationReasonLength } },
    send: (typed) => props.send(typed.reason.trim()),
    onClose() {
      flushSync(onClose)
      onDone?.()
    },
    onSuccess() {
      onSent?.()
      showSnackbar('success', messages.done)
    },
    onFailure(failure, { isOpen }) {
      if (!isOpen) showSnackbar('error', errorWithHint(failure, messages.failed))
    },
  })
  return (
    <FormDialog
      form={form}
      className="stack breakable gap-m"
      title={title}
      label={button.name}
      {...(button.variant && { variant: button.variant })}
      disabled={!isSame(form.values.confirm)}
      onClose={onClose}
    >
      {props.children}
      <TextArea
        label={reason.label ?? 'Reason'}
        rows={3}
        data-autofocus
        counterFrom={0}
        {...form.field('reason')}
      />
      {asksName && (
        <TextField
          label={`Type ${member.username} to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          // A form with a disabled button is not submitted by Enter, so this shows the errors.
          onKeyDown={(event) => {
            if (event.key === 'Enter') form.props.onSubmit(event)
          }}
          {...form.field('confirm')}
        />
      )}
      {form.failure && <ErrorNotice text={errorWithHint(form.failure, messages.failed)} />}
    </FormDialog>
  )
}

/** Ignores case and a leading @, because every screen shows names with an @. */
function isSameName(typed: string, username: string): boolean {
  return typed.trim().replace(/^@/, '').toLowerCase() === username.toLowerCase()
}

/** Shows the error in the form, because on a phone a snackbar would cover the typed text. */
function ErrorNotice({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null)
  // The braces return nothing: newer browsers return a promise here, which React would take for the clean-up.
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
