import { reviewLength, type Review } from '@rootsquare/contract/trade/reviews'
import { useId } from 'react'
import { PictureList } from '#web/entities/uploads/picture-list.tsx'
import type { Purchase } from '#web/features/reviews/api.ts'
import { RatingChoice } from '#web/features/reviews/rating-choice.tsx'
import { useReviewForm } from '#web/features/reviews/use-review-form.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'

type ReviewDialogProps = { purchase: Purchase; review?: Review | null; onClose: () => void }

export function ReviewDialog({ purchase, review = null, onClose }: ReviewDialogProps) {
  const formId = useId()
  const form = useReviewForm(purchase, review, onClose)
  const { draft, errors, isBusy } = form
  const label = review === null ? 'Post review' : 'Save review'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={review === null ? `Review ${purchase.itemName}` : 'Edit review'}
      width={560}
      footer={<FormButtons form={formId} label={label} isBusy={isBusy} onCancel={onClose} />}
    >
      <form id={formId} className="stack" noValidate onSubmit={form.submit}>
        {form.isRestored && <DraftStatus onDiscard={form.startOver} />}
        <RatingChoice
          value={draft.rating}
          error={errors.rating}
          onChange={(rating) => form.change({ rating })}
        />
        <div className="counted">
          <TextArea
            label="Your review"
            description="What was good, what was not? Everybody can read it."
            rows={5}
            value={draft.text}
            error={errors.text}
            onChange={(event) => form.change({ text: event.currentTarget.value })}
          />
          <Counter length={lengthOf(draft.text)} max={reviewLength} />
        </div>
        <PictureList
          uploads={form.pictures}
          label="Pictures of the review"
          error={errors.images}
          isBusy={isBusy}
        />
      </form>
    </Dialog>
  )
}
