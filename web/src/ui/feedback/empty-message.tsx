import type { ReactNode } from 'react'
import classes from './empty-message.module.css'

type EmptyMessageProps = {
  text: string
  /** What the viewer can do about it. */
  action?: ReactNode
}

/** Takes the place of an empty list. */
export function EmptyMessage({ text, action }: EmptyMessageProps) {
  return (
    <div className={`stack gap-s centered muted breakable ${classes.empty}`}>
      <p>{text}</p>
      {action}
    </div>
  )
}

/** Takes the place of an empty list, in a card of its own. */
export function EmptyCard(props: EmptyMessageProps) {
  return (
    <div className="card-box">
      <EmptyMessage {...props} />
    </div>
  )
}
