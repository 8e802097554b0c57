import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { standingOf } from '#web/entities/groups/membership-api.ts'
import { ProposalBoard, Proposals } from '#web/features/groups/proposals/proposal-list.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { LoadError } from '#web/ui/feedback/error-card.tsx'

export function GroupProposalsPage() {
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  const session = useSession()
  const { tab } = useSearch({ from: '/members/group/$groupId' })
  const standingQuery = useQuery(standingOf(Number(groupId)))
  const standing = standingQuery.data
  // There is one render after the session ends, before the guard redirects.
  if (session === null) return null
  if (standingQuery.isLoadingError) return <LoadError query={standingQuery} />
  if (standing === undefined) return <RowsSkeleton label="Loading proposals" />
  const ids = { groupId: Number(groupId), memberId: session.userId }
  if (!standing.can.edit) return <Proposals {...ids} kind="own" />
  return <ProposalBoard {...ids} tab={tab === 'decided' ? 'decided' : 'open'} />
}
