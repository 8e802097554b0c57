import { reviewLength, maxReviewImages, type Review } from '@rootsquare/contract/trade/reviews'
import { useId, useState, type SubmitEvent } from 'react'
import Star from 'lucide-react/icons/star'
import { z } from 'zod'
import { PictureList } from '#web/entities/uploads/picture-list.tsx'
import { DraftPictures, usePictureDraft } from '#web/entities/uploads/use-picture-draft.ts'
import { picturesErrorIn } from '#web/entities/uploads/use-pictures.ts'
import { useSaveReview, type Purchase } from '#web/features/reviews/api.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormButtons } from '#web/ui/overlays/form-buttons.tsx'
import classes from './rating-choice.module.css'

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

type RatingChoiceProps = {
  value: number | null
  error: string | undefined
  onChange: (rating: number) => void
}

const names = ['Bad', 'Poor', 'Okay', 'Good', 'Very good']

/** Uses radio buttons that look like stars, so that the arrow keys choose a rating. */
function RatingChoice({ value, error, onChange }: RatingChoiceProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <fieldset className={classes.choice} aria-describedby={error ? errorId : undefined}>
      <legend>Your rating</legend>
      <div className="row gap-4 wrap">
        {names.map((name, index) => {
          const stars = index + 1
          return (
            <label key={name} className={classes.star}>
              <input
                type="radio"
                name={id}
                className="sr-only"
                value={stars}
                checked={value === stars}
                data-autofocus={stars === (value ?? 1) || undefined}
                onChange={() => onChange(stars)}
              />
              <Icon of={Star} size="l" isFilled={value !== null && stars <= value} />
              <span className="sr-only">
                {quantityText(stars, 'star')}: {name}
              </span>
            </label>
          )
        })}
        {value !== null && (
          <span className="note strong" aria-hidden="true">
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

type ReviewErrors = { rating?: string; text?: string; images?: string }

function useReviewForm(purchase: Purchase, review: Review | null, onSaved: () => void) {
  const { draft, pictures, uploaded, edit, finish, ...stored } = useReviewDraft(purchase, review)
  const [isChecked, setChecked] = useState(false)
  const [rejected, setRejected] = useState<ReviewErrors>({})
  const save = useSaveReview(purchase, review?.id ?? null)
  const found = errorsIn(draft, pictures.pictures)

  function change(part: Partial<ReviewDraft>): void {
    setRejected({})
    edit(part)
  }

  /** Shows each error at its field; an error without a field is shown in a snackbar. */
  function reject(failure: unknown): void {
    const { rating, text, images } = failure instanceof CallError ? failure.fields : {}
    setRejected({ ...(rating && { rating }), ...(text && { text }), ...(images && { images }) })
    if (!rating && !text && !images) showSnackbar('error', errorText(failure))
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (save.isPending) return
    setChecked(true)
    const { rating, text } = draft
    if (rating === null || Object.keys(found).length > 0) return focusFirst(event.currentTarget, found)
    clearSnackbars()
    const images = uploaded.map(({ url }) => url)
    save.mutateAsync({ rating, text: text.trim(), images }).then(({ message }) => {
      finish()
      showSnackbar('success', message ?? 'Thank you.')
      onSaved()
    }, reject)
  }

  const errors = { ...(isChecked ? found : {}), ...rejected }
  return { ...stored, draft, pictures, errors, isBusy: save.isPending, change, submit }
}

function useReviewDraft({ orderLineId: id }: Purchase, review: Review | null) {
  const initial = draftOf(review)
  return usePictureDraft({ what: 'review', id, schema: ReviewDraft, initial, maxPictures: maxReviewImages })
}

function draftOf(review: Review | null): ReviewDraft {
  if (review === null) return blank
  const { rating, text, images } = review
  return { rating, text, pictures: images.map((url) => ({ url, thumbnail: null })) }
}

type Chosen = Parameters<typeof picturesErrorIn>[0]

function errorsIn({ rating, text }: ReviewDraft, pictures: Chosen): ReviewErrors {
  const images = picturesErrorIn(pictures, false)
  const length = lengthOf(text)
  return {
    ...(rating === null && { rating: 'Please choose a rating.' }),
    ...(length === 0 && { text: 'Required.' }),
    ...(length > reviewLength && { text: tooLongText(reviewLength) }),
    ...(images !== null && { images }),
  }
}

function focusFirst(form: HTMLFormElement, errors: ReviewErrors): void {
  const selector = errors.rating ? 'input[type=radio]' : 'textarea'
  if (errors.rating || errors.text) form.querySelector<HTMLElement>(selector)?.focus()
}
