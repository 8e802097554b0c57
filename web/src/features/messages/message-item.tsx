import type { Message } from '@rootsquare/contract/messages'
import { nairaText } from '@rootsquare/contract/lib/money'
import { Link } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { focusConversation } from '#web/features/messages/conversation-focus.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Picture } from '#web/ui/media/picture.tsx'
import classes from './message-item.module.css'

export type MessageItem = NonNullable<Message['item']>
/** The item that the next message is about until the member removes it. */
export type MessageSubject = { item: MessageItem; onTakeOff: () => void }

export function ItemCard({ item }: { item: MessageItem }) {
  return (
    <Link
      to="/marketplace"
      search={{ item: item.id }}
      className={`flex-row gap-s ink ${classes.item} bordered on-surface`}
    >
      <Picture className="rigid" src={item.imageUrl} alt="" width={56} height={56} />
      <span className="stack gap-0 pad-x-xs">
        <span className="one-line">{item.name}</span>
        <span className="amount bold">{nairaText(item.price)}</span>
      </span>
    </Link>
  )
}

export function AboutItem({ about: { item, onTakeOff } }: { about: MessageSubject }) {
  // The button will be removed, so the focus has to move first.
  function takeOff(): void {
    focusConversation()
    onTakeOff()
  }

  return (
    <section
      className={`rigid flex-row ${classes.about} pad-xs-s line-above`}
      aria-label="Your message is about"
    >
      <ItemCard item={item} />
      <IconButton label={`Write without ${item.name}`} onClick={takeOff} icon={X} />
    </section>
  )
}
