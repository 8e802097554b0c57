import type { Review } from '@rootsquare/contract/trade/reviews'
import { Link } from '@tanstack/react-router'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { useState, type ComponentType } from 'react'
import type { PictureViewerProps } from '#web/entities/market/picture-viewer.ts'
import { Stars } from '#web/entities/market/stars.tsx'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { useVote } from '#web/features/reviews/api.ts'
import { ReplyForm } from '#web/features/reviews/reply-form.tsx'
import { ReviewMenu } from '#web/features/reviews/review-menu.tsx'
import { numberText } from '#web/lib/format/count-text.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { TimeAgo } from '#web/ui/layout/time-ago.tsx'
import classes from './review-row.module.css'

type ReviewRowProps = { review: Review; isInShop: boolean; PictureViewer: ComponentType<PictureViewerProps> }

/** In a dialog, links replace its history entry, so that Back leads to the item again. A shop has reviews of several items. */
export function ReviewRow({ review, isInShop, PictureViewer }: ReviewRowProps) {
  const { author, rating, createdDate, editedDate, reply, can } = review
  const name = nameOf(author)
  return (
    <li className="stack gap-8">
      <div className="row">
        <Avatar name={name} image={author.profileImage} size={36} />
        <div className={`grow breakable ${classes.head}`}>
          <Link
            to="/u/$username"
            params={{ username: author.username }}
            replace={!isInShop}
            className="strong underline-on-hover"
          >
            <bdi>{name}</bdi>
          </Link>
          <p className="row wrap gap-6 small muted">
            <Stars value={rating} size={14} />
            <TimeAgo iso={createdDate} />
            {editedDate !== null && <span>· Edited</span>}
          </p>
        </div>
        <ReviewMenu review={review} />
      </div>
      {isInShop && (
        <Link to="/marketplace" search={{ item: review.itemId }} className="link breakable">
          {review.itemName}
        </Link>
      )}
      <p className={`breakable ${classes.text}`} dir="auto">
        <LinkedText text={review.text} />
      </p>
      <ReviewPictures review={review} PictureViewer={PictureViewer} />
      <HelpfulButton review={review} />
      {reply !== null && (
        <div className={`stack gap-4 ${classes.reply}`}>
          <p className="small muted">
            <span className="strong">Reply of the seller</span> · <TimeAgo iso={reply.createdDate} />
          </p>
          <p className={`breakable ${classes.text}`} dir="auto">
            <LinkedText text={reply.text} />
          </p>
        </div>
      )}
      {can.reply && <ReplyForm review={review} />}
    </li>
  )
}

function ReviewPictures({
  review: { images, author, itemName },
  PictureViewer,
}: Omit<ReviewRowProps, 'isInShop'>) {
  const [shown, setShown] = useState<number | null>(null)
  if (images.length === 0) return null
  return (
    <>
      <ul className="row wrap" aria-label="Pictures of the review">
        {images.map((url, index) => (
          <li key={url}>
            <button
              type="button"
              className={`plain ${classes.picture}`}
              aria-label={`Enlarge picture ${index + 1}`}
              onClick={() => setShown(index)}
            >
              <img className="cover" src={url} alt="" loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <PictureViewer
          pictures={images}
          first={shown}
          name={itemName}
          by={nameOf(author)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}

/** One's own shows the number alone. */
function HelpfulButton({ review }: { review: Review }) {
  const vote = useVote(review)
  const { helpful, isHelpful, can } = review
  if (!can.vote)
    return helpful === 0 ? null : <p className="small muted">Helpful for {numberText(helpful)}</p>

  function toggle(): void {
    vote.mutateAsync(!isHelpful).catch((failure: unknown) => showSnackbar('error', errorText(failure)))
  }

  return (
    <p>
      <button
        type="button"
        className={`plain row gap-6 small strong ${classes.helpful}`}
        aria-pressed={isHelpful}
        aria-label={`Helpful: the review by ${nameOf(review.author)}, ${numberText(helpful)}`}
        onClick={toggle}
      >
        <ThumbsUp size={16} strokeWidth={1.9} fill={isHelpful ? 'currentcolor' : 'none'} aria-hidden="true" />
        <span aria-hidden="true">Helpful{helpful > 0 && ` (${numberText(helpful)})`}</span>
      </button>
    </p>
  )
}
