import type { ReactNode } from 'react'
import classes from './comments.module.css'

export const rowClass = `flex-row gap-s no-ring align-top ${classes.row}`
export const nameClass = `text-link ink ${classes.name}`

export function Bubble({ head, text, children }: { head: ReactNode; text: ReactNode; children?: ReactNode }) {
  return (
    <div className={`${classes.bubble} display-flex on-tint`}>
      <div className="grow">
        <p className={`flex-row wrap text-xs muted breakable ${classes.head}`}>{head}</p>
        <p className="breakable as-written" dir="auto">
          {text}
        </p>
      </div>
      {children}
    </div>
  )
}
