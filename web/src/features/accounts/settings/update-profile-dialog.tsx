import { useForm } from '@mantine/form'
import type { Profile } from '@rootsquare/contract/accounts'
import { updateProfile } from '@rootsquare/contract/accounts'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { complainOnceTyped } from '#web/features/accounts/complain-once-typed.ts'
import { useUpdateProfile } from '#web/features/accounts/settings/api.ts'
import type { PictureChange } from '#web/features/accounts/settings/api.ts'
import {
  bioLength,
  changesIn,
  draftFields,
  draftOf,
  draftTroubles,
  longestBio,
} from '#web/features/accounts/settings/profile-draft.ts'
import type { Draft, DraftField } from '#web/features/accounts/settings/profile-draft.ts'
import { ProfileFields } from '#web/features/accounts/settings/profile-fields.tsx'
import { useFocusBack } from '#web/features/accounts/settings/focus-back.ts'
import { CallFailure } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/snackbar-queue.ts'
import { StandingTrouble } from '#web/features/accounts/settings/standing-trouble.tsx'
import classes from './dialogs.module.css'

type UpdateProfileDialogProps = {
  profile: Profile
  pictures: { profileImage: PictureChange; headerImage: PictureChange }
  /** The fields for the pictures, which belong to another feature. */
  pictureFields: ReactNode
  onClose: () => void
}

/** Asks before it throws a change away: the question takes the dialog's place, and what was typed waits behind it. */
export function UpdateProfileDialog({ profile, pictures, pictureFields, onClose }: UpdateProfileDialogProps) {
  const formId = useId()
  const [isAsking, setAsking] = useState(false)
  const [before] = useState(() => draftOf(profile))
  const update = useUpdateProfile(profile.id)
  const form = useForm<Draft>({
    initialValues: before,
    enhanceGetInputProps: complainOnceTyped,
    validate: draftTroubles,
  })
  const isBioTooLong = bioLength(form.values.bio) > longestBio
  const isChanged = form.isDirty() || Object.values(pictures).some((change) => change !== undefined)
  useFocusBack()

  function focusFirstWrong(errors: Partial<Record<DraftField, unknown>>): void {
    const wrong = draftFields.find((field) => errors[field])
    if (wrong) form.getInputNode(wrong)?.focus()
  }

  function refuse(failure: Error): void {
    if (!(failure instanceof CallFailure)) return
    form.setErrors(failure.fields)
    focusFirstWrong(failure.fields)
  }

  function submit(draft: Draft): void {
    if (update.isPending || isBioTooLong) return
    clearSnackbars()
    const edit = { typed: changesIn(draft, before), ...pictures }
    update.mutateAsync(edit, { onError: refuse, onSuccess: onClose }).then(tellDone, tellFailure)
  }

  const close = isChanged ? () => setAsking(true) : onClose
  const footer = (
    <>
      <Button look="outline" onClick={close}>
        Cancel
      </Button>
      <Button type="submit" form={formId} disabled={isBioTooLong} isBusy={update.isPending}>
        Update
      </Button>
    </>
  )
  if (isAsking)
    return (
      <ConfirmDialog
        isOpen
        onClose={() => setAsking(false)}
        onConfirm={onClose}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        tone="danger"
        isBusy={update.isPending}
      >
        <p>What you have changed on your profile is not saved yet.</p>
      </ConfirmDialog>
    )
  return (
    <Dialog isOpen onClose={close} title="Update Profile" width={560} footer={footer}>
      {update.error instanceof CallFailure && <StandingTrouble text={failureText(update.error)} />}
      {/* What is being saved waits for these very pictures. */}
      <fieldset className={classes.pictures} aria-label="Pictures" disabled={update.isPending}>
        {pictureFields}
      </fieldset>
      <form id={formId} className={classes.form} noValidate onSubmit={form.onSubmit(submit, focusFirstWrong)}>
        <ProfileFields form={form} />
      </form>
    </Dialog>
  )
}

/** Both also reach a member who has closed the dialog meanwhile. */
function tellDone({ message }: { message: string | undefined }): void {
  showSnackbar('success', message ?? updateProfile.message)
}

function tellFailure(failure: Error): void {
  clearSnackbars()
  showSnackbar('error', failureText(failure, failure.message))
}
