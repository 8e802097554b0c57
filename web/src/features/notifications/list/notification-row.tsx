import { notificationPage, notificationQuote } from '@rootsquare/contract/notification-display'
import type { Notification, NotificationKind } from '@rootsquare/contract/notifications'
import { Link } from '@tanstack/react-router'
import AtSign from 'lucide-react/icons/at-sign'
import Banknote from 'lucide-react/icons/banknote'
import FileCheck from 'lucide-react/icons/file-check'
import Heart from 'lucide-react/icons/heart'
import MessageCircle from 'lucide-react/icons/message-circle'
import Package from 'lucide-react/icons/package'
import Reply from 'lucide-react/icons/reply'
import Scale from 'lucide-react/icons/scale'
import Shield from 'lucide-react/icons/shield'
import Star from 'lucide-react/icons/star'
import UserPlus from 'lucide-react/icons/user-plus'
import type { MouseEvent } from 'react'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { useIsRead } from '#web/entities/notifications/notification-count.ts'
import { useReadNotifications } from '#web/features/notifications/api.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { TimeAgo } from '#web/ui/layout/time-ago.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Picture } from '#web/ui/media/picture.tsx'
import classes from './notification-row.module.css'

type NotificationRowProps = { row: Notification; onOpen?: (() => void) | undefined }

/** Renders the whole row as a link to its subject. Opening it marks it as read. */
export function NotificationRow({ row, onOpen }: NotificationRowProps) {
  const read = useReadNotifications()
  const isRead = useIsRead(row)

  function open(): void {
    if (!isRead) read([row.id])
    onOpen?.()
  }

  /** Handles a press of the wheel, but not of the right button, which opens the browser's menu. */
  function openInTab({ button }: MouseEvent): void {
    if (button === 1) open()
  }

  return (
    <li className="divided">
      <Link
        {...notificationPage(row)}
        className={`flex-row gap-s hover-mark inner-ring positioned ink align-top ${classes.link}`}
        data-unread={!isRead || undefined}
        onClick={open}
        onAuxClick={openInTab}
      >
        <Faces row={row} />
        <span className={`grow touch ${classes.texts}`}>
          {!isRead && <span className="sr-only">Unread. </span>}
          <Sentence row={row} />
          <Quote row={row} />
          <span className={`text-xs muted ${classes.time}`}>
            <TimeAgo iso={row.createdDate} />
          </span>
        </span>
        <Picture
          className={`rigid ${classes.thumbnail}`}
          src={row.target?.thumbnail ?? null}
          alt=""
          width={48}
          height={48}
          loading="lazy"
        />
        <span className={classes.mark} aria-hidden="true" />
      </Link>
    </li>
  )
}

const kindIcons: Record<NotificationKind, typeof Heart> = {
  LIKE: Heart,
  COMMENT: MessageCircle,
  REPLY: Reply,
  COMMENT_LIKE: Heart,
  MENTION: AtSign,
  FOLLOW: UserPlus,
  PROPOSAL: FileCheck,
  MODERATION: Shield,
  ORDER: Package,
  REVIEW: Star,
  DISPUTE: Scale,
  PAYOUT: Banknote,
}

function Faces({ row: { kind, actors } }: NotificationRowProps) {
  const icon = kindIcons[kind]
  const size = actors.length > 1 ? 32 : 44
  return (
    <span className={`positioned rigid ${classes.faces}`} data-count={actors.length} aria-hidden="true">
      <ListRows of={actors.slice(0, 3)} rowKey={({ id }) => id} as="span">
        {(actor) => (
          <Avatar name={nameOf(actor)} image={actor.profileImage} size={size} className={classes.face} />
        )}
      </ListRows>
      <span className={`center-content ${classes.kind}`}>
        <Icon of={icon} size={actors.length === 0 ? 'm' : 's'} />
      </span>
    </span>
  )
}

function Sentence({ row }: NotificationRowProps) {
  const pieces = piecesOf(row).map((piece, at) => ({ ...piece, at }))
  return (
    <span className={`breakable ${classes.sentence}`}>
      {pieces.map(({ text, kind, at }) => {
        if (kind === 'text') return text
        if (kind === 'reference')
          return (
            <span key={at} className={`one-line ${classes.reference}`}>
              {text}
            </span>
          )
        return (
          <b key={at}>
            <bdi>{text}</bdi>
          </b>
        )
      })}
    </span>
  )
}

function Quote({ row }: NotificationRowProps) {
  const quote = notificationQuote(row)
  if (!quote) return null
  return (
    <>
      {' '}
      <bdi className="one-line text-s muted">{quote}</bdi>
    </>
  )
}

type SentencePart = { text: string; kind: 'text' | 'name' | 'reference' }

/** Splits the sentence of the server so that names of members and the reference of an order can be styled. */
function piecesOf({
  text,
  actors,
  target,
}: Pick<Notification, 'text' | 'actors' | 'target'>): SentencePart[] {
  const reference = target?.type === 'order' && !target.isSale ? target.title : ''
  const marks: SentencePart[] = [
    ...actors.map((actor) => ({ text: nameOf(actor), kind: 'name' as const })),
    { text: reference, kind: 'reference' },
  ]
  const pieces: SentencePart[] = []
  let from = 0
  for (const { at, mark } of marksIn(text, marks)) {
    if (at < from) continue
    if (at > from) pieces.push({ text: text.slice(from, at), kind: 'text' })
    pieces.push(mark)
    from = at + mark.text.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), kind: 'text' })
  return pieces
}

/** Finds the marks, preferring the longer of two that begin at the same position. */
function marksIn(text: string, marks: SentencePart[]): { at: number; mark: SentencePart }[] {
  return marks
    .map((mark) => ({ at: mark.text === '' ? -1 : text.indexOf(mark.text), mark }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at || other.mark.text.length - one.mark.text.length)
}
