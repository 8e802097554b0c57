import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { standingOf } from '#web/entities/groups/membership-api.ts'
import { OwnProposals, ProposalBoard } from '#web/features/groups/proposals/proposal-board.tsx'
import { errorText } from '#web/lib/net/error-text.ts'
import { useSession } from '#web/lib/session/session.ts'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'

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
    return <ErrorCard text={errorText(asked.error)} onRetry={() => void asked.refetch()} />
  if (standing === undefined) return <RowsSkeleton label="Loading proposals" />
  const place = { groupId: Number(groupId), memberId: session.userId }
  if (!standing.can.edit) return <OwnProposals {...place} />
  return <ProposalBoard {...place} tab={tab === 'decided' ? 'decided' : 'open'} />
}
