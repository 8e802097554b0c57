import { reviewLength, maxReviewImages, type Review } from '@rootsquare/contract/trade/reviews'
import { useId, type ReactNode } from 'react'
import Star from 'lucide-react/icons/star'
import { z } from 'zod'
import { PictureList } from '#web/entities/uploads/picture-list.tsx'
import { DraftPictures, usePictureForm } from '#web/entities/uploads/use-picture-form.ts'
import { useSaveReview, type Purchase } from '#web/features/reviews/api.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { useDraft } from '#web/lib/storage/use-draft.ts'
import { resultInSnackbar } from '#web/ui/feedback/show-result.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import classes from './rating-choice.module.css'

type ReviewDialogProps = { purchase: Purchase; review?: Review | null; onClose: () => void }

export function ReviewDialog({ purchase, review = null, onClose }: ReviewDialogProps) {
  const form = useReviewForm(purchase, review, onClose)
  return (
    <FormDialog
      form={form}
      showsDraft
      title={review === null ? `Review ${purchase.itemName}` : 'Edit review'}
      width={560}
      label={review === null ? 'Post review' : 'Save review'}
      onClose={onClose}
    >
      <RatingChoice {...form.choice('rating')} />
      <TextArea
        label="Your review"
        description="What was good, what was not? Everybody can read it."
        rows={5}
        counterFrom={0}
        {...form.field('text')}
      />
      <PictureList {...form.pictureList} label="Pictures of the review" />
    </FormDialog>
  )
}

type RatingChoiceProps = {
  value: number | null
  name: string
  error: ReactNode
  onChange: (rating: number) => void
}

const names = ['Bad', 'Poor', 'Okay', 'Good', 'Very good']

/** Uses radio buttons that look like stars, so that the arrow keys choose a rating. */
function RatingChoice({ name, value, error, onChange }: RatingChoiceProps) {
  const errorId = useId()
  return (
    <fieldset className={classes.choice} aria-describedby={error ? errorId : undefined}>
      <legend>Your rating</legend>
      <div className="flex-row gap-2xs wrap">
        {names.map((label, index) => {
          const stars = index + 1
          return (
            <label key={label} className={`${classes.star} positioned display-grid radius-s pressable`}>
              <input
                type="radio"
                name={name}
                className="sr-only"
                value={stars}
                checked={value === stars}
                data-autofocus={stars === (value ?? 1) || undefined}
                onChange={() => onChange(stars)}
              />
              <Icon of={Star} size="l" isFilled={value !== null && stars <= value} />
              <span className="sr-only">
                {quantityText(stars, 'star')}: {label}
              </span>
            </label>
          )
        })}
        {value !== null && (
          <span className="text-s strong" aria-hidden="true">
            {names[value - 1]}
          </span>
        )}
      </div>
      {error && (
        <p id={errorId} className="error-text" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const ReviewDraft = z.object({
  rating: z.int().min(1).max(5).nullable(),
  text: z.string(),
  pictures: DraftPictures,
})
type ReviewDraft = z.infer<typeof ReviewDraft>

const blank: ReviewDraft = { rating: null, text: '', pictures: [] }

function useReviewForm(purchase: Purchase, review: Review | null, onClose: () => void) {
  const save = useSaveReview(purchase, review?.id ?? null)
  const initial = draftOf(review)
  return usePictureForm(
    {
      initial,
      draft: useDraft<ReviewDraft>({ what: 'review', id: purchase.orderLineId }, ReviewDraft, initial),
      rules: {
        rating: (rating) => (rating === null ? 'Please choose a rating.' : null),
        text: (text) => (lengthOf(text) === 0 ? 'Required.' : null),
      },
      limits: { text: { max: reviewLength } },
      send: ({ rating, text, pictures }) =>
        rating === null
          ? undefined
          : save.mutateAsync({ rating, text: text.trim(), images: pictures.map(({ url }) => url) }),
      onClose,
      onSuccess: ({ message }) => showSnackbar('success', message ?? 'Thank you.'),
      onFailure: resultInSnackbar.onFailure,
    },
    { most: maxReviewImages },
  )
}

function draftOf(review: Review | null): ReviewDraft {
  if (review === null) return blank
  const { rating, text, images } = review
  return { rating, text, pictures: images.map((url) => ({ url, thumbnail: null })) }
}
