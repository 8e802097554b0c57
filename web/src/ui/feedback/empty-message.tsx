import type { ReactNode } from 'react'
import classes from './empty-message.module.css'

type EmptyMessageProps = {
  text: string
  /** What one can do about it. */
  action?: ReactNode
}

/** In a card, where a list would have stood. */
export function EmptyMessage({ text, action }: EmptyMessageProps) {
  return (
    <div className={`stack gap-12 centered muted breakable ${classes.empty}`}>
      <p>{text}</p>
      {action}
    </div>
  )
}
