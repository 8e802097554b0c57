import type { Profile } from '@rootsquare/contract/accounts'
import { updateProfile } from '@rootsquare/contract/accounts'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { focusFirst } from '#web/features/accounts/sign-up/rejected-fields.ts'
import { useUpdateProfile } from '#web/features/accounts/settings/api.ts'
import type { PictureChange } from '#web/features/accounts/settings/api.ts'
import { useFocusBack } from '#web/features/accounts/settings/focus-back.ts'
import { forgetProfile } from '#web/features/accounts/settings/kept-profile.ts'
import {
  bioLength,
  changesIn,
  draftFields,
  longestBio,
} from '#web/features/accounts/settings/profile-draft.ts'
import type { Draft } from '#web/features/accounts/settings/profile-draft.ts'
import { ProfileFields } from '#web/features/accounts/settings/profile-fields.tsx'
import { useProfileForm } from '#web/features/accounts/settings/use-profile-form.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
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
 * What was typed waits as a draft for the next time; a chosen picture cannot. So it asks before one is thrown away,
 * and on Cancel before anything is: the question takes the dialog's place.
 */
export function UpdateProfileDialog({ profile, pictures, pictureFields, onClose }: UpdateProfileDialogProps) {
  const formId = useId()
  const [isAsking, setAsking] = useState(false)
  const update = useUpdateProfile(profile.id)
  const { form, before, isTyped, isRestored, startOver } = useProfileForm(profile)
  const isBioTooLong = bioLength(form.values.bio) > longestBio
  const hasPicture = Object.values(pictures).some((change) => change !== undefined)
  useFocusBack()

  const focusOn = (errors: Record<string, unknown>) =>
    focusFirst(document.getElementById(formId), draftFields, errors)

  function refuse(failure: Error): void {
    if (!(failure instanceof CallError)) return
    form.setErrors(failure.fields)
    focusOn(failure.fields)
  }

  function submit(draft: Draft): void {
    if (update.isPending || isBioTooLong) return
    clearSnackbars()
    const edit = { typed: changesIn(draft, before), ...pictures }
    update.mutateAsync(edit, { onError: refuse, onSuccess: onClose }).then(tellDone, tellFailure)
  }

  function discardDraft(): void {
    startOver()
    focusOn({ firstname: true })
  }

  function discardAll(): void {
    forgetProfile()
    onClose()
  }

  const ask = () => setAsking(true)
  if (isAsking)
    return <Question isBusy={update.isPending} onStay={() => setAsking(false)} onLeave={discardAll} />
  const footer = (
    <>
      <Button look="outline" onClick={isTyped || hasPicture ? ask : onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} disabled={isBioTooLong} isBusy={update.isPending}>
        Update
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={hasPicture ? ask : onClose} title="Update Profile" width={560} footer={footer}>
      {isRestored && (
        <div className={classes.draft}>
          <DraftStatus onDiscard={discardDraft} />
        </div>
      )}
      {/* What is being saved waits for these very pictures. */}
      <fieldset className={classes.pictures} aria-label="Pictures" disabled={update.isPending}>
        {pictureFields}
      </fieldset>
      <form id={formId} className={classes.form} noValidate onSubmit={form.onSubmit(submit, focusOn)}>
        <ProfileFields form={form} />
      </form>
    </Dialog>
  )
}

type QuestionProps = { isBusy: boolean; onStay: () => void; onLeave: () => void }

function Question({ isBusy, onStay, onLeave }: QuestionProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onStay}
      onConfirm={onLeave}
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

/** Both also reach a member who has closed the dialog meanwhile. */
function tellDone({ message }: { message: string | undefined }): void {
  forgetProfile()
  showSnackbar('success', message ?? updateProfile.message)
}

function tellFailure(failure: Error): void {
  clearSnackbars()
  showSnackbar('error', errorText(failure, failure.message))
}
