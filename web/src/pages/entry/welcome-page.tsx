import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { profileOf } from '#web/entities/members/members-api.ts'
import { pictureTexts, PictureStep } from '#web/features/accounts/welcome/picture-step.tsx'
import { useNextStep, WelcomeFrame, welcomeSteps } from '#web/features/accounts/welcome/welcome-frame.tsx'
import { rememberWelcome } from '#web/features/accounts/welcome/welcome-seen.ts'
import { SuggestedGroups } from '#web/features/groups/list/suggested-groups.tsx'
import { SuggestedPeople } from '#web/features/people/suggestions/suggested-people.tsx'
import { oneOf } from '#web/lib/navigation/search-params.ts'
import { useMember } from '#web/lib/session/session.ts'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'

const maxPeople = 6
const maxGroups = 5

/** Offers a newcomer a picture, people and groups, once and before an empty home page. */
export function WelcomePage() {
  const { userId: memberId } = useMember()
  const step = oneOf(welcomeSteps, useParams({ from: '/members/welcome/{-$step}' }).step)
  useEffect(() => rememberWelcome(memberId), [memberId])
  if (step === 'people') return <PeopleStep />
  if (step === 'groups') return <GroupsStep />
  return <OwnPicture memberId={memberId} />
}

function OwnPicture({ memberId }: { memberId: number }) {
  const profile = useQuery(profileOf(memberId))
  const goToNextStep = useNextStep('picture')
  if (profile.data !== undefined) return <PictureStep profile={profile.data} />
  return (
    <WelcomeFrame {...pictureTexts} onNext={goToNextStep}>
      {profile.isPending ? <RowsSkeleton label="Loading profile" count={1} /> : <LoadError query={profile} />}
    </WelcomeFrame>
  )
}

function PeopleStep() {
  return (
    <WelcomeFrame
      step="people"
      title="Follow three people"
      text="What they post will be in your feed."
      onNext={useNextStep('people')}
    >
      <section className="card-box">
        <SuggestedPeople most={maxPeople} isDirect />
      </section>
    </WelcomeFrame>
  )
}

function GroupsStep() {
  return (
    <WelcomeFrame
      step="groups"
      title="Join two groups"
      text="Groups close to yours come first."
      onNext={useNextStep('groups')}
    >
      <section className="card-box">
        <SuggestedGroups most={maxGroups} />
      </section>
    </WelcomeFrame>
  )
}
