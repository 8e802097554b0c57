import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './notice.module.css'

type NoticeProps = { kind: 'error' | 'success'; children: ReactNode }

/** Stays on the page after the snackbar has closed, and may offer what to do next. */
export function Notice({ kind, children }: NoticeProps) {
  const icon = kind === 'error' ? CircleAlert : CircleCheck
  return (
    <div className={`${classes.notice} display-flex gap-s pad-s-m radius-m`} data-kind={kind}>
      <Icon of={icon} className={classes.icon} />
      <div className={`grow stack gap-xs breakable ${classes.body} justify-start`}>{children}</div>
    </div>
  )
}
