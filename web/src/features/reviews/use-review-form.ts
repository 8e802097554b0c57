import { maxReviewImages, reviewLength, type Review } from '@rootsquare/contract/trade/reviews'
import { useState, type SubmitEvent } from 'react'
import { z } from 'zod'
import { DraftPictures, usePictureDraft } from '#web/entities/uploads/use-picture-draft.ts'
import { picturesErrorIn } from '#web/entities/uploads/use-pictures.ts'
import { useSaveReview, type Purchase } from '#web/features/reviews/api.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { clearSnackbars, showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'

const ReviewDraft = z.object({
  rating: z.int().min(1).max(5).nullable(),
  text: z.string(),
  pictures: DraftPictures,
})
type ReviewDraft = z.infer<typeof ReviewDraft>

const blank: ReviewDraft = { rating: null, text: '', pictures: [] }

type ReviewErrors = { rating?: string; text?: string; images?: string }

export function useReviewForm(purchase: Purchase, review: Review | null, onSaved: () => void) {
  const { draft, pictures, uploaded, edit, finish, ...stored } = useReviewDraft(purchase, review)
  const [isChecked, setChecked] = useState(false)
  const [rejected, setRejected] = useState<ReviewErrors>({})
  const save = useSaveReview(purchase, review?.id ?? null)
  const found = errorsIn(draft, pictures.pictures)

  function change(part: Partial<ReviewDraft>): void {
    setRejected({})
    edit(part)
  }

  /** Shown at its field, otherwise in a snackbar. */
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
