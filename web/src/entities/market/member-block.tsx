import { Link } from '@tanstack/react-router'
import MessageCircle from 'lucide-react/icons/message-circle'
import type { ReactNode } from 'react'
import { Avatar } from '#web/entities/members/avatar.tsx'
import { routes } from '#web/lib/navigation/route-names.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './member-block.module.css'

type MemberBlockProps = {
  /** A role such as 'Seller'. */
  title: string
  id: number | null
  /** The username, if there is no other name. */
  name: string
  username: string
  image: string | null
  size?: number
  canMessage: boolean
  /** The item that the message is about. */
  itemId?: number | undefined
  /** Replaces the history entry of a dialog, so that Back leads to the dialog again. */
  replace?: boolean
  /** Shown beside the link to write. */
  children?: ReactNode
}

export function MemberBlock(props: MemberBlockProps) {
  const { title, id, name, username, image, size = 44, itemId, replace = false } = props
  const nameClass = `strong breakable ${classes.name}`
  return (
    <div className="flex-row wrap gap-xs-s">
      <Avatar name={name} image={image} size={size} />
      <div className={classes.who}>
        <p className="text-xs muted">{title}</p>
        {id === null ? (
          <p className={nameClass}>{name}</p>
        ) : (
          <Link
            to="/u/$username"
            params={{ username }}
            replace={replace}
            className={`${nameClass} underline-on-hover tap-around`}
          >
            {name}
          </Link>
        )}
      </div>
      {id !== null && props.canMessage && (
        <Link
          to={routes.MessagePage}
          params={{ receipientId: String(id) }}
          search={itemId === undefined ? {} : { item: itemId }}
          replace={replace}
          className={`flex-row strong ${classes.message} touch outlined full-radius on-surface`}
        >
          <Icon of={MessageCircle} />
          Message {title}
        </Link>
      )}
      {props.children}
    </div>
  )
}
