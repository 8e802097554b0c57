import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { disputeOf, useReloadDisputes } from '#web/features/disputes/api.ts'
import { DisputeChip } from '#web/features/disputes/dispute-chip.tsx'
import { DisputeView } from '#web/features/disputes/page/dispute-view.tsx'
import { OrderPageFrame } from '#web/features/orders/order-page-frame.tsx'
import { idIn } from '#web/lib/navigation/search-params.ts'
import { LoadError } from '#web/ui/feedback/error-card.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'

export function DisputePage() {
  const { disputeId } = useParams({ strict: false })
  const id = idIn(disputeId)
  return id === undefined ? <MissingDispute /> : <LoadedDispute key={id} id={id} />
}

function LoadedDispute({ id }: { id: number }) {
  const dispute = useQuery(disputeOf(id))
  useReloadDisputes()
  if (dispute.data === null) return <MissingDispute />
  const back =
    dispute.data?.role === 'staff'
      ? ({ to: '/admin-disputes', back: 'Back to all disputes' } as const)
      : ({ to: '/disputes', back: 'Back to your disputes' } as const)
  return (
    <OrderPageFrame
      {...back}
      title="Dispute"
      width={1080}
      action={dispute.data && <DisputeChip state={dispute.data.state} />}
    >
      {dispute.isLoadingError && <LoadError query={dispute} />}
      {dispute.isPending && <RowsSkeleton label="Loading the dispute" count={4} />}
      {dispute.data && <DisputeView dispute={dispute.data} />}
    </OrderPageFrame>
  )
}

function MissingDispute() {
  return (
    <NoticePage title="Dispute not found" cloth={{ family: 'nok', palette: 'clay' }}>
      <p>The link may be wrong, or the dispute is not yours.</p>
      <Link to="/disputes" className="text-link">
        See your disputes
      </Link>
    </NoticePage>
  )
}
