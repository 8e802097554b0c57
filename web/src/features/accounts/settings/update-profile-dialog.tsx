import { updateProfile, type Profile } from '@rootsquare/contract/profiles'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { focusFirstError } from '#web/features/accounts/rejected-fields.ts'
import { useUpdateProfile, type PictureChange } from '#web/features/accounts/settings/api.ts'
import {
  bioLength,
  changedFields,
  profileChangesIn,
  counterFrom,
  draftErrors,
  draftFields,
  draftOf,
  maxBioLength,
  StoredDraft,
} from '#web/features/accounts/settings/profile-draft.ts'
import type { ProfileDraft } from '#web/features/accounts/settings/profile-draft.ts'
import { useForm, type Form } from '#web/lib/forms/use-form.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './dialogs.module.css'

type UpdateProfileDialogProps = {
  profile: Profile
  pictures: { profileImage: PictureChange; headerImage: PictureChange }
  /** The fields for the pictures, which the page passes because they belong to another feature. */
  pictureFields: ReactNode
  /** Gives the bio the focus, which also scrolls it into view. */
  startsAtBio: boolean
  onClose: () => void
}

/**
 * Saves typed text as a draft, which is impossible for a chosen picture. So the dialog asks before it discards a
 * picture, and on Cancel before it discards anything. The question replaces the dialog.
 */
export function UpdateProfileDialog(props: UpdateProfileDialogProps) {
  const { profile, pictures, pictureFields, startsAtBio, onClose } = props
  const formId = useId()
  const [isAsking, setAsking] = useState(false)
  const update = useUpdateProfile(profile.id)
  const { form, before, isChanged, isRestored, startOver, clear } = useProfileForm(profile)
  const isBioTooLong = bioLength(form.values.bio) > maxBioLength
  const hasPicture = Object.values(pictures).some((change) => change !== undefined)
  useReturnFocus()
  useEffect(() => {
    if (startsAtBio) focusFirstError(document.getElementById(formId), draftFields, { bio: true })
  }, [formId, startsAtBio])

  const focusOn = (errors: Record<string, unknown>) =>
    focusFirstError(document.getElementById(formId), draftFields, errors)

  function showFieldErrors(failure: Error): void {
    if (!(failure instanceof CallError)) return
    form.setErrors(failure.fields)
    focusOn(failure.fields)
  }

  function submit(draft: ProfileDraft): void {
    if (update.isPending || isBioTooLong) return
    clearSnackbars()
    const edit = { typed: profileChangesIn(draft, before), ...pictures }
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

  const askToDiscard = () => setAsking(true)
  if (isAsking)
    return <DiscardDialog isBusy={update.isPending} onStay={() => setAsking(false)} onDiscard={discardAll} />
  const footer = (
    <FormButtons
      form={formId}
      label="Update"
      disabled={isBioTooLong}
      isBusy={update.isPending}
      onCancel={isChanged || hasPicture ? askToDiscard : onClose}
    />
  )
  return (
    <Dialog
      isOpen
      onClose={hasPicture ? askToDiscard : onClose}
      title="Update Profile"
      width={560}
      footer={footer}
    >
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

/** Returns the focus to where the first of several successive dialogs was opened. */
function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}

/** Shows the success, like a failure, even if the member has closed the dialog. */
function showSaved({ message }: { message: string | undefined }): void {
  showSnackbar('success', message ?? updateProfile.message)
}

function showFailure(failure: Error): void {
  clearSnackbars()
  showSnackbar('error', errorText(failure, failure.message))
}

/** Starts with the member's draft, and saves every change as a draft until it is sent or discarded. */
function useProfileForm(profile: Profile) {
  const [before] = useState(() => draftOf(profile))
  const { draft, change, isRestored, discard, clear } = useDraft<Partial<ProfileDraft>>(
    { what: 'profile', memberId: profile.id },
    StoredDraft,
    {},
  )
  const form = useForm<ProfileDraft>({
    initialValues: { ...before, ...draft },
    validate: draftErrors,
    onValuesChange: (typed) => change(changedFields(typed, before)),
  })

  function startOver(): void {
    form.setValues(before)
    discard()
  }

  const isChanged = Object.keys(changedFields(form.values, before)).length > 0
  return { form, before, isChanged, isRestored, startOver, clear }
}

function ProfileFields({ form }: { form: Form<ProfileDraft> }) {
  const length = bioLength(form.values.bio)
  const isTooLong = length > maxBioLength
  return (
    <>
      <div className={`stack ${classes.pair}`}>
        <TextField label="First name" autoComplete="given-name" {...form.getInputProps('firstname')} />
        <TextField label="Last name" autoComplete="family-name" {...form.getInputProps('lastname')} />
      </div>
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...form.getInputProps('phoneNumber')}
      />
      <div className="counted">
        <TextArea
          label="Bio"
          rows={3}
          {...form.getInputProps('bio')}
          error={isTooLong ? `Maximum ${maxBioLength} characters allowed` : form.errors.bio}
        />
        {length >= counterFrom && <Counter length={length} max={maxBioLength} />}
      </div>
    </>
  )
}
