import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { standingOf } from '#web/features/groups/membership-api.ts'
import { OwnProposals, ProposalBoard } from '#web/features/groups/proposal-board.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { useSession } from '#web/lib/session.ts'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { TroubleCard } from '#web/ui/trouble-card.tsx'

/** What members propose for a group's sections. */
export function GroupProposalsPage() {
  const { groupId } = useParams({ from: '/members/group/$groupId' })
  const session = useSession()
  const { tab } = useSearch({ from: '/members/group/$groupId' })
  const asked = useQuery(standingOf(Number(groupId)))
  const standing = asked.data
  // For one render after the session ends, until the guard has sent the person away.
  if (session === null) return null
  if (asked.isLoadingError)
    return <TroubleCard text={failureText(asked.error)} onRetry={() => void asked.refetch()} />
  if (standing === undefined) return <RowsSkeleton label="Loading proposals" />
  const place = { groupId: Number(groupId), memberId: session.userId }
  if (!standing.can.edit) return <OwnProposals {...place} />
  return <ProposalBoard {...place} tab={tab === 'decided' ? 'decided' : 'open'} />
}
