import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { standingOf } from '#web/entities/groups/membership-api.ts'
import { ProposalBoard, Proposals } from '#web/features/groups/proposals/proposal-list.tsx'
import { useMember } from '#web/lib/session/session.ts'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'

export function GroupProposalsPage() {
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  const { userId: memberId } = useMember()
  const { tab } = useSearch({ from: '/members/group/$groupId' })
  const standingQuery = useQuery(standingOf(Number(groupId)))
  const standing = standingQuery.data
  if (standingQuery.isLoadingError) return <LoadError query={standingQuery} />
  if (standing === undefined) return <RowsSkeleton label="Loading proposals" />
  const ids = { groupId: Number(groupId), memberId }
  if (!standing.can.edit) return <Proposals {...ids} kind="own" />
  return <ProposalBoard {...ids} tab={tab === 'decided' ? 'decided' : 'open'} />
}
