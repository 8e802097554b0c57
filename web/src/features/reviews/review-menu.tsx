import { failureTexts } from '@rootsquare/contract/lib/failure'
import type { Review } from '@rootsquare/contract/trade/reviews'
import Flag from 'lucide-react/icons/flag'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { useDeleteReview } from '#web/features/reviews/api.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import type { Action } from '#web/ui/controls/action-menu.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

type Opened = { Dialog: ComponentType<{ review: Review; onClose: () => void }> }

export function ReviewMenu({ review }: { review: Review }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const { can, author } = review

  /** The code of a dialog is loaded when it is opened. */
  const open = (load: () => Promise<Opened>) => async () => {
    try {
      setOpened(await load())
    } catch {
      showSnackbar('error', failureTexts.noResponse)
    }
  }

  const actions: Action[] = [
    ...(can.update ? [{ name: 'Edit review', Icon: Pencil, run: open(loadEdit), keepsMenu: true }] : []),
    ...(can.report ? [{ name: 'Report review', Icon: Flag, run: open(loadReport), keepsMenu: true }] : []),
    ...(can.delete ? [{ ...deleteAction, run: () => setOpened({ Dialog: DeleteReviewDialog }) }] : []),
  ]
  if (actions.length === 0) return null
  return (
    <>
      <ActionMenu label={`Options for the review by ${nameOf(author)}`} actions={actions} />
      {opened && <opened.Dialog review={review} onClose={() => flushSync(() => setOpened(null))} />}
    </>
  )
}

const deleteAction = { name: 'Delete review', Icon: Trash2, tone: 'danger', keepsMenu: true } as const

async function loadEdit(): Promise<Opened> {
  const { ReviewDialog } = await import('#web/features/reviews/review-dialog.tsx')
  return {
    Dialog: ({ review, onClose }) => <ReviewDialog purchase={review} review={review} onClose={onClose} />,
  }
}

async function loadReport(): Promise<Opened> {
  const { ReportDialog } = await import('#web/entities/reports/report-dialog.tsx')
  return {
    Dialog: ({ review, onClose }) => <ReportDialog target={{ reviewId: review.id }} onClose={onClose} />,
  }
}

function DeleteReviewDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const remove = useDeleteReview(review.id)

  function confirm(): void {
    clearSnackbars()
    remove.mutateAsync().then(
      ({ message }) => {
        showSnackbar('success', message ?? 'Review deleted')
        onClose()
      },
      (failure: unknown) => showSnackbar('error', errorText(failure)),
    )
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title="Delete review?"
      confirmLabel="Delete review"
      tone="danger"
      isBusy={remove.isPending}
    >
      <p>It is gone for good, and this purchase cannot be reviewed again.</p>
    </ConfirmDialog>
  )
}
