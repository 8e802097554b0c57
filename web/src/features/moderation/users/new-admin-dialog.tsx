import { useId } from 'react'
import { errorWithHint } from '#web/features/moderation/error-with-hint.ts'
import { hasFields, useNewAdminForm } from '#web/features/moderation/users/use-new-admin-form.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './new-admin-dialog.module.css'

type NewAdminDialogProps = { memberId: number; onClose: () => void }

/** The form is about somebody else: a browser must not offer the own name and password. */
const asTyped = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

export function NewAdminDialog({ memberId, onClose }: NewAdminDialogProps) {
  const formId = useId()
  const { form, isBusy, failure, isRestored, startOver, onSubmit } = useNewAdminForm(memberId, onClose)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="New Admin"
      width={600}
      footer={<FormButtons form={formId} label="Create Admin" isBusy={isBusy} onCancel={onClose} />}
    >
      <form id={formId} className="stack" noValidate onSubmit={onSubmit}>
        {isRestored && <DraftStatus onDiscard={startOver} />}
        {failure && <ErrorNotice failure={failure} />}
        <div className={`stack ${classes.names}`}>
          <TextField
            label="First name"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('firstName')}
          />
          <TextField label="Last name" autoComplete="off" {...form.getInputProps('lastName')} />
        </div>
        <TextField label="Username" {...asTyped} {...form.getInputProps('username')} />
        <TextField label="Email" type="email" {...asTyped} {...form.getInputProps('email')} />
        <PasswordField label="Password" autoComplete="new-password" {...form.getInputProps('password')} />
        <PasswordChecklist password={form.values.password} />
      </form>
    </Dialog>
  )
}

/** Errors that are shown at their field are not shown again. */
function ErrorNotice({ failure }: { failure: Error }) {
  if (hasFields(failure)) return null
  return (
    <Notice kind="error">
      <p>{errorWithHint(failure)}</p>
    </Notice>
  )
}
