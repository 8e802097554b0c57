import type { Review } from '@rootsquare/contract/trade/reviews'
import Flag from 'lucide-react/icons/flag'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { useDeleteReview } from '#web/features/reviews/api.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { ActionMenu, type Action } from '#web/ui/controls/action-menu.tsx'
import { showResult } from '#web/ui/feedback/show-result.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'

type Kind = 'edit' | 'report' | 'delete'
type ReviewAction = ComponentType<{ review: Review; onClose: () => void }>

export function ReviewMenu({ review }: { review: Review }) {
  const opened = useLoadedDialog(loadDialog)
  const { can, author } = review

  const open = (kind: Kind) => ({ run: () => opened.open(kind), keepsMenu: true })
  const actions: Action[] = [
    ...(can.update ? [{ name: 'Edit review', icon: Pencil, ...open('edit') }] : []),
    ...(can.report ? [{ name: 'Report review', icon: Flag, ...open('report') }] : []),
    ...(can.delete
      ? [{ name: 'Delete review', icon: Trash2, tone: 'danger' as const, ...open('delete') }]
      : []),
  ]
  if (actions.length === 0) return null
  return (
    <>
      <ActionMenu label={`Options for the review by ${nameOf(author)}`} actions={actions} />
      {opened.Dialog && <opened.Dialog review={review} onClose={() => flushSync(opened.close)} />}
    </>
  )
}

async function loadDialog(kind: Kind): Promise<ReviewAction> {
  if (kind === 'delete') return DeleteReviewDialog
  if (kind === 'edit') {
    const { ReviewDialog } = await import('#web/features/reviews/review-dialog.tsx')
    return function EditReviewDialog(props) {
      return <ReviewDialog purchase={props.review} {...props} />
    }
  }
  const { ReportDialog } = await import('#web/entities/reports/report-dialog.tsx')
  return function ReportReviewDialog({ review, onClose }) {
    return <ReportDialog target={{ type: 'review', id: review.id }} onClose={onClose} />
  }
}

function DeleteReviewDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const remove = useDeleteReview(review.id)

  async function confirm(): Promise<void> {
    if (await showResult(remove.mutateAsync())) onClose()
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      title="Delete review?"
      confirmLabel="Delete review"
      tone="danger"
      isBusy={remove.isPending}
    >
      <p>It is gone for good, and this purchase cannot be reviewed again.</p>
    </ConfirmDialog>
  )
}
