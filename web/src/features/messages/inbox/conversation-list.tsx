import { systemId, type Conversation } from '@rootsquare/contract/messages'
import { brand } from '@rootsquare/contract/product'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SystemAvatar } from '#web/features/messages/conversation/conversation-header.tsx'
import { conversationsOf } from '#web/entities/messages/messages-api.ts'
import { conversationsIn } from '#web/entities/messages/message-cache.ts'
import { quantityText } from '#web/lib/format/count-text.ts'
import { nameOf, usernameOf } from '#web/lib/format/names.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { ListRows } from '#web/ui/feedback/list-rows.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { EmptyMessage } from '#web/ui/feedback/empty-message.tsx'
import { LoadMore } from '#web/ui/controls/load-more.tsx'
import { RowsSkeleton } from '#web/ui/feedback/rows-skeleton.tsx'
import { TimeAgo } from '#web/ui/layout/time-ago.tsx'
import { ErrorCard } from '#web/ui/feedback/error-card.tsx'
import { useErrorSnackbar } from '#web/ui/feedback/use-error-snackbar.ts'
import classes from './conversation-list.module.css'

const failed = 'Failed to fetch messages'
/** A line has room for fewer characters than this, while a message may be much longer. */
const previewLength = 200

type ConversationListProps = {
  /** The member whose conversation is open beside the list. The automated messages have id 0. */
  chosenId?: number
  /** The action that an empty inbox suggests. */
  action?: ReactNode
}

/** Lists the conversations, with a row for each person and one for the automated messages, the latest first. */
export function ConversationList({ chosenId, action }: ConversationListProps) {
  const conversations = useInfiniteQuery(conversationsOf())
  useErrorSnackbar(conversations.isLoadingError ? failed : null, conversations.errorUpdateCount)
  if (conversations.isPending) return <RowsSkeleton label="Loading conversations" />
  if (conversations.isLoadingError)
    return <ErrorCard text={failed} onRetry={() => void conversations.refetch()} />
  const rows = conversationsIn(conversations.data)
  return (
    <section className="card-box" aria-label="Conversations">
      {rows.length === 0 && <EmptyMessage text="You Have No Messages" action={action} />}
      <ul>
        <ListRows of={rows} rowKey={({ userId }) => userId}>
          {(row) => <ConversationRow row={row} isChosen={row.userId === chosenId} />}
        </ListRows>
      </ul>
      <LoadMore pages={conversations} />
    </section>
  )
}

function ConversationRow({ row, isChosen }: { row: Conversation; isChosen: boolean }) {
  const isSystem = row.userId === systemId
  const name = isSystem ? brand : nameOf(row)
  const username = isSystem ? null : usernameOf(row)
  const unread = row.unReadChatCount
  return (
    <li className="divided">
      <Link
        ref={isChosen ? scrollIntoView : undefined}
        to={routes.MessagePage}
        params={{ receipientId: String(row.userId) }}
        className={`flex-row gap-s hover-mark inner-ring positioned ${classes.link} min-height-72 pad-s-m`}
        data-unread={unread > 0 || undefined}
        data-chosen={isChosen || undefined}
      >
        {isSystem ? <SystemAvatar size={48} /> : <Avatar name={name} image={row.profileImage} size={48} />}
        <span className="grow stack gap-3xs">
          <span className={`flex-row gap-xs ${classes.head}`}>
            <bdi className={`one-line semibold ${classes.name}`}>{name}</bdi>{' '}
            {username !== null && (
              <span className={`one-line text-xs muted ${classes.username}`}>@{username}</span>
            )}
            <span className={`rigid amount text-xs muted ${classes.time}`}>
              <TimeAgo iso={row.createdDate} />
            </span>
          </span>
          <span className={`flex-row gap-xs ${classes.foot}`}>
            {row.isLastOwn && <span className={`muted ${classes.line}`}>You: </span>}
            <bdi className={`grow one-line muted ${classes.line}`}>{lastText(row)}</bdi>{' '}
            {unread > 0 && <span className="sr-only">{quantityText(unread, 'unread message')}</span>}
            <Badge count={unread} />
          </span>
        </span>
      </Link>
    </li>
  )
}

/** Scrolls to the chosen row, because it may be far down in the list. */
function scrollIntoView(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest' })
}

function lastText({ lastMessage, lastMedia, isLastDeleted }: Conversation): string {
  if (isLastDeleted) return 'Message taken back'
  if (lastMessage !== '' || lastMedia === null) return previewOf(lastMessage)
  return lastMedia === 'audio' ? 'Voice note' : 'Picture'
}

/** Cuts by code points, because half of one would be shown as a box. */
function previewOf(text: string): string {
  return Array.from(text.slice(0, previewLength * 2))
    .slice(0, previewLength)
    .join('')
}
