import type { Profile } from '@rootsquare/contract/profiles'
import { updateProfile } from '@rootsquare/contract/profiles'
import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { focusFirstError } from '#web/features/accounts/rejected-fields.ts'
import { useUpdateProfile } from '#web/features/accounts/settings/api.ts'
import type { PictureChange } from '#web/features/accounts/settings/api.ts'
import {
  bioLength,
  changesIn,
  draftFields,
  maxBioLength,
} from '#web/features/accounts/settings/profile-draft.ts'
import type { Draft } from '#web/features/accounts/settings/profile-draft.ts'
import { ProfileFields } from '#web/features/accounts/settings/profile-fields.tsx'
import { useProfileForm } from '#web/features/accounts/settings/use-profile-form.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './dialogs.module.css'

type UpdateProfileDialogProps = {
  profile: Profile
  pictures: { profileImage: PictureChange; headerImage: PictureChange }
  /** The fields for the pictures, which belong to another feature. */
  pictureFields: ReactNode
  onClose: () => void
}

/**
 * What was typed is saved as a draft; a chosen picture cannot be. So the dialog asks before it discards a picture, and on
 * Cancel before it discards anything. The question takes the dialog's place.
 */
export function UpdateProfileDialog({ profile, pictures, pictureFields, onClose }: UpdateProfileDialogProps) {
  const formId = useId()
  const [isAsking, setAsking] = useState(false)
  const update = useUpdateProfile(profile.id)
  const { form, before, isChanged, isRestored, startOver, clear } = useProfileForm(profile)
  const isBioTooLong = bioLength(form.values.bio) > maxBioLength
  const hasPicture = Object.values(pictures).some((change) => change !== undefined)
  useReturnFocus()

  const focusOn = (errors: Record<string, unknown>) =>
    focusFirstError(document.getElementById(formId), draftFields, errors)

  function showFieldErrors(failure: Error): void {
    if (!(failure instanceof CallError)) return
    form.setErrors(failure.fields)
    focusOn(failure.fields)
  }

  function submit(draft: Draft): void {
    if (update.isPending || isBioTooLong) return
    clearSnackbars()
    const edit = { typed: changesIn(draft, before), ...pictures }
    update.mutateAsync(edit, { onError: showFieldErrors, onSuccess: onClose }).then((reply) => {
      clear()
      showSaved(reply)
    }, showFailure)
  }

  function discardDraft(): void {
    startOver()
    focusOn({ firstname: true })
  }

  function discardAll(): void {
    clear()
    onClose()
  }

  const ask = () => setAsking(true)
  if (isAsking)
    return <DiscardDialog isBusy={update.isPending} onStay={() => setAsking(false)} onDiscard={discardAll} />
  const footer = (
    <FormButtons
      form={formId}
      label="Update"
      disabled={isBioTooLong}
      isBusy={update.isPending}
      onCancel={isChanged || hasPicture ? ask : onClose}
    />
  )
  return (
    <Dialog isOpen onClose={hasPicture ? ask : onClose} title="Update Profile" width={560} footer={footer}>
      {isRestored && (
        <div className={classes.draft}>
          <DraftStatus onDiscard={discardDraft} />
        </div>
      )}
      {/* Saving waits for the uploads of these pictures. */}
      <fieldset className={`stack ${classes.pictures}`} aria-label="Pictures" disabled={update.isPending}>
        {pictureFields}
      </fieldset>
      <form id={formId} className="stack" noValidate onSubmit={form.onSubmit(submit, focusOn)}>
        <ProfileFields form={form} />
      </form>
    </Dialog>
  )
}

type DiscardDialogProps = { isBusy: boolean; onStay: () => void; onDiscard: () => void }

function DiscardDialog({ isBusy, onStay, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onStay}
      onConfirm={onDiscard}
      title="Discard your changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      tone="danger"
      isBusy={isBusy}
    >
      <p>What you have changed on your profile is not saved yet.</p>
    </ConfirmDialog>
  )
}

/** For a dialog made of several ones in turn: at the end the focus returns to where the first one was opened. */
function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}

/** Shown even if the member has closed the dialog meanwhile, as is a failure. */
function showSaved({ message }: { message: string | undefined }): void {
  showSnackbar('success', message ?? updateProfile.message)
}

function showFailure(failure: Error): void {
  clearSnackbars()
  showSnackbar('error', errorText(failure, failure.message))
}
