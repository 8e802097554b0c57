import { sectionNames } from '@rootsquare/contract/sections'
import { useQuery } from '@tanstack/react-query'
import { useMatch, useParams } from '@tanstack/react-router'
import { groupOf } from '#web/entities/groups/groups-api.ts'
import { sectionPaths } from '#web/features/groups/sections/section-paths.ts'
import { SectionView } from '#web/features/groups/sections/section-view.tsx'
import { useSession } from '#web/lib/session/session.ts'

export function GroupSectionPage() {
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  const { fullPath } = useMatch({ strict: false })
  const session = useSession()
  const { data: group } = useQuery(groupOf(Number(groupId)))
  const name = sectionNames.find((one) => fullPath.endsWith(`/${sectionPaths[one]}`))
  // There is one render after the session ends, before the guard redirects. The layout waits for the group.
  if (session === null || name === undefined || group === undefined) return null
  return <SectionView key={`${groupId}.${name}`} group={group} name={name} memberId={session.userId} />
}
