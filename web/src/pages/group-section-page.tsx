import { sectionNames } from '@rootsquare/contract/sections'
import type { SectionName } from '@rootsquare/contract/sections'
import { useQuery } from '@tanstack/react-query'
import { useMatch, useParams } from '@tanstack/react-router'
import { groupOf } from '#web/features/groups/api.ts'
import { useJoin } from '#web/features/groups/membership-api.ts'
import { sectionPaths } from '#web/features/groups/section-paths.ts'
import { SectionView } from '#web/features/groups/section-view.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { useSession } from '#web/lib/session.ts'
import { useGroupChange } from '#web/pages/group-change.ts'
import { showSnackbar } from '#web/ui/snackbar-queue.ts'

/** A section of a group's page, for reading. */
export function GroupSectionPage() {
  const { groupId } = useParams({ strict: false })
  const { fullPath } = useMatch({ strict: false })
  const session = useSession()
  const name = sectionNames.find((one) => fullPath.endsWith(`/${sectionPaths[one]}`))
  // For one render after the session ends, until the guard has sent the person away.
  if (session === null || name === undefined) return null
  return (
    <OneSection key={`${groupId}.${name}`} groupId={Number(groupId)} name={name} memberId={session.userId} />
  )
}

type OneSectionProps = { groupId: number; name: SectionName; memberId: number }

function OneSection(place: OneSectionProps) {
  const group = useQuery(groupOf(place.groupId)).data
  const joined = useJoin()
  const tellFeeds = useGroupChange()

  function join(): void {
    if (group === undefined || joined.isPending) return
    joined.mutateAsync(group).then(
      () => tellFeeds(place.groupId),
      (failure: unknown) => showSnackbar('error', failureText(failure, 'An error occurred')),
    )
  }

  return <SectionView {...place} joining={{ join, isBusy: joined.isPending }} />
}
