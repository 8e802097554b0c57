import type { Dispute, DisputeMessage } from '@rootsquare/contract/trade/disputes'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { TimeAgo } from '#web/ui/layout/time-ago.tsx'
import classes from './dispute-view.module.css'

const roleNames = { buyer: 'Buyer', seller: 'Seller', staff: 'Rootsquare staff' } as const

/** Shows the messages, the oldest first. */
export function DisputeThread({ dispute }: { dispute: Dispute }) {
  return (
    <section className={`card-box stack gap-s ${classes.part}`} aria-label="Messages">
      <h2 className="bold text-m">Messages</h2>
      <ol className={`gap-s ${classes.messages}`}>
        <ListRows of={dispute.messages} rowKey={({ id }) => id}>
          {(message) => <Message message={message} isOwn={message.role === dispute.role} />}
        </ListRows>
      </ol>
    </section>
  )
}

function Message({ message, isOwn }: { message: DisputeMessage; isOwn: boolean }) {
  const { role, author, text, images, createdDate } = message
  return (
    <li className={`stack gap-xs ${classes.message} pad-s radius-m on-tint`} data-own={isOwn || undefined}>
      <p className="flex-row wrap between text-xs">
        <span className="strong breakable">
          {roleNames[role]}
          {author !== null && ` @${author.username}`}
        </span>
        <span className="muted">
          <TimeAgo iso={createdDate} />
        </span>
      </p>
      {text === '' ? (
        <p className="muted">This was deleted with its author’s account.</p>
      ) : (
        <p className="pre-line breakable">
          <LinkedText text={text} />
        </p>
      )}
      {images.length > 0 && (
        <ul className={`wrap gap-xs ${classes.images} display-flex`} aria-label="Pictures">
          {images.map(({ url, thumbnail }, at) => (
            <li key={url}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                aria-label={`Open picture ${at + 1} of ${images.length}`}
              >
                <img src={thumbnail ?? url} alt="" loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
