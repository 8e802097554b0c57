import { sectionNames } from '@rootsquare/contract/sections'
import type { SectionName } from '@rootsquare/contract/sections'
import { useQuery } from '@tanstack/react-query'
import { useMatch, useParams } from '@tanstack/react-router'
import { groupOf } from '#web/entities/groups/groups-api.ts'
import { sectionPaths } from '#web/features/groups/sections/section-paths.ts'
import { SectionView } from '#web/features/groups/sections/section-view.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { useGroupChange } from '#web/entities/groups/group-change.ts'

export function GroupSectionPage() {
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  const { fullPath } = useMatch({ strict: false })
  const session = useSession()
  const name = sectionNames.find((one) => fullPath.endsWith(`/${sectionPaths[one]}`))
  // There is one render after the session ends, before the guard redirects.
  if (session === null || name === undefined) return null
  return (
    <OneSection key={`${groupId}.${name}`} groupId={Number(groupId)} name={name} memberId={session.userId} />
  )
}

type OneSectionProps = { groupId: number; name: SectionName; memberId: number }

function OneSection(props: OneSectionProps) {
  const { data: group } = useQuery(groupOf(props.groupId))
  const onJoin = useGroupChange()
  // The page around it renders this only once the group has loaded.
  return group && <SectionView {...props} group={group} onJoin={onJoin} />
}
