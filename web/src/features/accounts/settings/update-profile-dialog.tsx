import { updateProfile, type Profile } from '@rootsquare/contract/profiles'
import { useState, type ReactNode } from 'react'
import { useUpdateProfile, type PictureChange } from '#web/features/accounts/settings/api.ts'
import {
  changedFields,
  profileChangesIn,
  counterFrom,
  draftOf,
  maxBioLength,
  profileRules,
  StoredDraft,
} from '#web/features/accounts/settings/profile-draft.ts'
import type { ProfileDraft } from '#web/features/accounts/settings/profile-draft.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
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
  const [isAsking, setAsking] = useState(false)
  const { form, isChanged, clear } = useProfileForm(profile, pictures, onClose)
  const hasPicture = Object.values(pictures).some((change) => change !== undefined)

  function discardAll(): void {
    clear()
    onClose()
  }

  const askToDiscard = () => setAsking(true)
  if (isAsking)
    return <DiscardDialog isBusy={form.isPending} onStay={() => setAsking(false)} onDiscard={discardAll} />
  return (
    <FormDialog
      form={form}
      title="Update Profile"
      showsDraft
      width={560}
      label="Update"
      disabled={lengthOf(form.values.bio) > maxBioLength}
      onCancel={isChanged || hasPicture ? askToDiscard : onClose}
      onClose={hasPicture ? askToDiscard : onClose}
    >
      {/* Saving waits for the uploads of these pictures. */}
      <fieldset className="stack" aria-label="Pictures" disabled={form.isPending}>
        {pictureFields}
      </fieldset>
      <div className={`stack ${classes.pair}`}>
        <TextField label="First name" autoComplete="given-name" {...form.field('firstname')} />
        <TextField label="Last name" autoComplete="family-name" {...form.field('lastname')} />
      </div>
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...form.field('phoneNumber')}
      />
      <TextArea
        label="Bio"
        rows={3}
        data-autofocus={startsAtBio || undefined}
        counterFrom={counterFrom}
        {...form.field('bio')}
      />
    </FormDialog>
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

/** Starts with the member's draft, and saves every change as a draft until it is sent or discarded. */
function useProfileForm(
  profile: Profile,
  pictures: UpdateProfileDialogProps['pictures'],
  onClose: () => void,
) {
  const [before] = useState(() => draftOf(profile))
  const update = useUpdateProfile(profile.id)
  const key = { what: 'profile', memberId: profile.id }
  const stored = useDraft<Partial<ProfileDraft>>(key, StoredDraft, {})
  const form = useForm({
    initial: before,
    draft: {
      ...stored,
      draft: { ...before, ...stored.draft },
      change: (typed) => stored.change(changedFields({ ...before, ...typed }, before)),
    },
    rules: profileRules,
    limits: { bio: { max: maxBioLength } },
    send: (draft) => update.mutateAsync({ typed: profileChangesIn(draft, before), ...pictures }),
    onClose,
    onSuccess: ({ message }) => showSnackbar('success', message ?? updateProfile.message),
    onFailure(failure, { isAtField }) {
      if (!isAtField) showSnackbar('error', errorText(failure, failure.message))
    },
  })
  const isChanged = Object.keys(changedFields(form.values, before)).length > 0
  return { form, isChanged, clear: stored.clear }
}
