import { sectionNames } from '@rootsquare/contract/sections'
import { useQuery } from '@tanstack/react-query'
import { useMatch, useParams } from '@tanstack/react-router'
import { groupOf } from '#web/entities/groups/groups-api.ts'
import { sectionPaths } from '#web/features/groups/sections/section-paths.ts'
import { SectionView } from '#web/features/groups/page/section-view.tsx'
import { useMember } from '#web/lib/session/session.ts'

export function GroupSectionPage() {
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  const { fullPath } = useMatch({ strict: false })
  const { userId: memberId } = useMember()
  const { data: group } = useQuery(groupOf(Number(groupId)))
  const name = sectionNames.find((one) => fullPath.endsWith(`/${sectionPaths[one]}`))
  // The layout waits until the group has loaded.
  if (name === undefined || group === undefined) return null
  return <SectionView key={`${groupId}.${name}`} group={group} name={name} memberId={memberId} />
}
