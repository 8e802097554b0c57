import { useForm } from '@mantine/form'
import type { Profile } from '@rootsquare/contract/accounts'
import { updateProfile } from '@rootsquare/contract/accounts'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
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
  const update = useUpdateProfile(profile.id)
  const form = useForm<Draft>({
    initialValues: draftOf(profile),
    validateInputOnBlur: true,
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
    clearSnackbars()
    showSnackbar('error', failureText(failure, failure.message))
    if (!(failure instanceof CallFailure)) return
    form.setErrors(failure.fields)
    focusFirstWrong(failure.fields)
  }

  function submit(draft: Draft): void {
    if (update.isPending || isBioTooLong) return
    clearSnackbars()
    const edit = { typed: changesIn(draft, profile), ...pictures }
    update.mutate(edit, {
      onError: refuse,
      onSuccess: ({ message }) => {
        showSnackbar('success', message ?? updateProfile.message)
        onClose()
      },
    })
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
        tone="danger"
      >
        <p>What you have changed on your profile is not saved yet.</p>
      </ConfirmDialog>
    )
  return (
    <Dialog isOpen onClose={close} title="Update Profile" width={560} footer={footer}>
      {update.error instanceof CallFailure && <StandingTrouble text={failureText(update.error)} />}
      <div className={classes.pictures}>{pictureFields}</div>
      <form id={formId} className={classes.form} noValidate onSubmit={form.onSubmit(submit, focusFirstWrong)}>
        <ProfileFields form={form} />
      </form>
    </Dialog>
  )
}
