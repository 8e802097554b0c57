import type { Profile } from '@rootsquare/contract/profiles'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { UploadPicture } from '#web/entities/uploads/upload-picture.tsx'
import { usePicture } from '#web/entities/uploads/use-picture.ts'
import { useUpdateProfile } from '#web/features/accounts/settings/api.ts'
import { useNextStep, WelcomeFrame } from '#web/features/accounts/welcome/welcome-frame.tsx'
import { nameOf } from '#web/lib/format/names.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

export const pictureTexts = {
  step: 'picture',
  title: 'Add a picture',
  text: 'Welcome to Rootsquare. People follow faces they know. You can do this later in Settings.',
} as const

/** Offers a profile picture, which Next saves. */
export function PictureStep({ profile }: { profile: Profile }) {
  const picture = usePicture('avatar', profile.profileImage)
  const update = useUpdateProfile(profile.id)
  const goToNextStep = useNextStep('picture')

  function save(): void {
    if (update.isPending) return
    // The member has been notified that the upload failed, and may continue without it.
    if (picture.change === undefined || picture.hasFailed) return goToNextStep()
    clearSnackbars()
    update.mutate(
      { typed: {}, profileImage: picture.change, headerImage: undefined },
      {
        onSuccess: goToNextStep,
        onError: (failure) => showSnackbar('error', errorText(failure, failure.message)),
      },
    )
  }

  return (
    <WelcomeFrame {...pictureTexts} isBusy={update.isPending} onNext={save}>
      <section className="card-box padded">
        <UploadPicture picture={picture} empty={<Avatar name={nameOf(profile)} image={null} size={88} />} />
      </section>
    </WelcomeFrame>
  )
}
