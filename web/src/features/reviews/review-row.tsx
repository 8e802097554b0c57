import { reviewLength, type Review } from '@rootsquare/contract/trade/reviews'
import { Link } from '@tanstack/react-router'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { useEffect, useRef, useState } from 'react'
import { Stars } from '#web/entities/market/stars.tsx'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { useVote, useReply } from '#web/features/reviews/api.ts'
import { ReviewMenu } from '#web/features/reviews/review-menu.tsx'
import { numberText } from '#web/lib/format/count-text.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useTextsDraft } from '#web/lib/forms/use-texts-draft.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { resultInSnackbar } from '#web/ui/feedback/show-result.ts'
import { DraftForm } from '#web/ui/fields/draft-form.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { TimeAgo } from '#web/ui/layout/time-ago.tsx'
import { pictureOf } from '#web/ui/media/medium.tsx'
import { useLightbox } from '#web/ui/media/use-lightbox.tsx'
import classes from './review-row.module.css'

/** In a dialog, links replace its history entry, so that Back returns to the item. In a shop each row names its item. */
export function ReviewRow({ review, isInShop }: { review: Review; isInShop: boolean }) {
  const { author, rating, createdDate, editedDate, reply, can } = review
  const [hasReplied, setReplied] = useState(false)
  const name = nameOf(author)
  return (
    <li className="stack gap-xs">
      <div className="flex-row">
        <Avatar name={name} image={author.profileImage} size={36} />
        <div className="grow breakable display-grid">
          <Link
            to="/u/$username"
            params={{ username: author.username }}
            replace={!isInShop}
            className="strong underline-on-hover"
          >
            <bdi>{name}</bdi>
          </Link>
          <p className="flex-row wrap gap-xs text-xs muted">
            <Stars value={rating} size={14} />
            <TimeAgo iso={createdDate} />
            {editedDate !== null && <span>· Edited</span>}
          </p>
        </div>
        <ReviewMenu review={review} />
      </div>
      {isInShop && (
        <Link to="/marketplace" search={{ item: review.itemId }} className="text-link breakable">
          {review.itemName}
        </Link>
      )}
      <p className="breakable pre-line" dir="auto">
        <LinkedText text={review.text} />
      </p>
      <ReviewPictures review={review} />
      <HelpfulButton review={review} />
      {reply !== null && <SellerReply reply={reply} takesFocus={hasReplied} />}
      {can.reply && <ReplyForm review={review} onSent={() => setReplied(true)} />}
    </li>
  )
}

type SellerReplyProps = { reply: NonNullable<Review['reply']>; takesFocus: boolean }

/** Takes the focus after sending, because the focused button was removed. */
function SellerReply({ reply, takesFocus }: SellerReplyProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  return (
    <div ref={box} tabIndex={-1} className="stack gap-2xs pad-s radius-s on-tint">
      <p className="text-xs muted">
        <span className="strong">Reply of the seller</span> · <TimeAgo iso={reply.createdDate} />
      </p>
      <p className="breakable pre-line" dir="auto">
        <LinkedText text={reply.text} />
      </p>
    </div>
  )
}

function ReviewPictures({ review: { images, author, itemName } }: { review: Review }) {
  const { lightbox, openLightbox } = useLightbox()
  if (images.length === 0) return null
  const media = images.map((url) => pictureOf(url, itemName))
  const pictures = { label: `Pictures of ${itemName}`, media, by: nameOf(author) }
  return (
    <>
      <ul className="flex-row wrap" aria-label="Pictures of the review">
        {images.map((url, index) => (
          <li key={url}>
            <button
              type="button"
              className={`plain-control ${classes.picture} display-block clip radius-s on-tint`}
              aria-label={`Enlarge picture ${index + 1}`}
              onClick={() => openLightbox({ ...pictures, first: index })}
            >
              <img className="cover-picture" src={url} alt="" loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      {lightbox}
    </>
  )
}

/** Shows only the number of votes to members who may not vote, such as the author. */
function HelpfulButton({ review }: { review: Review }) {
  const { helpful, isHelpful, toggle } = useVote(review)
  if (!review.can.vote)
    return helpful === 0 ? null : <p className="text-xs muted">Helpful for {numberText(helpful)}</p>

  return (
    <p>
      <button
        type="button"
        className={`plain-control flex-row gap-xs text-xs strong touch ${classes.helpful} pad-x-s full-radius`}
        aria-pressed={isHelpful}
        aria-label={`Helpful: the review by ${nameOf(review.author)}, ${numberText(helpful)}`}
        onClick={toggle}
      >
        <Icon of={ThumbsUp} size="s" isFilled={isHelpful} />
        <span aria-hidden="true">Helpful{helpful > 0 && ` (${numberText(helpful)})`}</span>
      </button>
    </p>
  )
}

const noReply = { text: '' }

/** Lets the seller reply once. The typed text is saved until it is sent. */
function ReplyForm({ review, onSent }: { review: Review; onSent: () => void }) {
  const reply = useReply(review.id)
  const form = useForm({
    initial: noReply,
    draft: useTextsDraft({ what: 'review-reply', id: review.id }, noReply),
    rules: { text: (text) => (lengthOf(text) === 0 ? 'Required.' : null) },
    limits: { text: { max: reviewLength } },
    send: ({ text }) => reply.mutateAsync(text.trim()),
    onClose: onSent,
    ...resultInSnackbar,
  })
  return (
    <DraftForm form={form} className="stack gap-s">
      <TextArea
        aria-label={`Reply to ${nameOf(review.author)}`}
        placeholder="Reply once, for everybody to read"
        rows={2}
        {...form.field('text')}
      />
      <p>
        <Button type="submit" variant="outline" isBusy={form.isPending}>
          Reply
        </Button>
      </p>
    </DraftForm>
  )
}
