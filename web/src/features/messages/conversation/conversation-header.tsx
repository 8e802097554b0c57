import { systemId } from '@rootsquare/contract/messages'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Bot from 'lucide-react/icons/bot'
import type { ReactNode } from 'react'
import type { Activity } from '#web/features/messages/member-activity.ts'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './conversation-view.module.css'

/** The other side. The automated messages have no username. `hasPage` means that there is a profile to visit. */
export type OtherMember = {
  id: number
  name: string
  username: string | null
  image: string | null
  hasPage: boolean
}
type ConversationHeaderProps = {
  /** Is undefined while it loads. */
  other: OtherMember | undefined
  menu: ReactNode
  /** What the other side is doing now, if both have allowed to show it. */
  activity: Activity
}

export function ConversationHeader({ other, menu, activity }: ConversationHeaderProps) {
  usePageTitle(other?.id === systemId ? 'Automated messages' : (other?.name ?? 'Messages'))
  return (
    <header className={`rigid flex-row gap-2xs ${classes.header}`}>
      <Link
        to="/inbox"
        className={`rigid hover-mark center-content ${classes.back} circle-44`}
        aria-label="Back to the inbox"
      >
        <Icon of={ArrowLeft} />
      </Link>
      <h1 className={`grow ${classes.title}`}>
        {other === undefined ? (
          <span className="sr-only">Messages</span>
        ) : (
          <OtherMember other={other} activity={activity} />
        )}
      </h1>
      {menu}
    </header>
  )
}

const memberClass = `flex-row gap-s full-radius ${classes.member}`

type OtherMemberProps = { other: OtherMember; activity: Activity }

function OtherMember({ other: { id, name, username, image, hasPage }, activity }: OtherMemberProps) {
  const face = id === systemId ? <SystemAvatar size={44} /> : <Avatar name={name} image={image} size={44} />
  const content = (
    <>
      {face}
      <span className="stack gap-0">
        <bdi className={`one-line bold ${classes.name} text-m`}>{name}</bdi>{' '}
        {username !== null && (
          <span className="one-line text-xs muted">
            @{username}
            {activity !== null && <span className="strong color-primary"> · {activity}</span>}
          </span>
        )}
      </span>
    </>
  )
  if (username === null || !hasPage) return <span className={memberClass}>{content}</span>
  return (
    <Link to="/u/$username" params={{ username }} className={memberClass}>
      {content}
    </Link>
  )
}

/** Shows the picture of the automated messages. */
export function SystemAvatar({ size }: { size: number }) {
  return (
    <span className="rigid center-content soft-gold circle" style={{ width: size, height: size }}>
      <Bot size={size / 2 + 2} strokeWidth={1.9} aria-hidden="true" />
    </span>
  )
}
