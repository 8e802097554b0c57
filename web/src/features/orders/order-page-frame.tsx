import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'
import classes from './order-page-frame.module.css'

type BackProps = {
  to:
    | '/user'
    | '/settings'
    | '/my-orders'
    | '/received-orders'
    | '/admin-orders'
    | '/disputes'
    | '/admin-disputes'
  back: string
}
type OrderPageFrameProps = BackProps & {
  title: string
  /** Content that is shown next to the title. */
  action?: ReactNode
  width?: number
  children: ReactNode
}

export function OrderPageFrame({ to, back, title, action, width, children }: OrderPageFrameProps) {
  usePageTitle(title)
  return (
    <div className={`stack ${classes.page}`} style={{ maxWidth: width }}>
      <Link to={to} className={`flex-row underline-on-hover touch muted semibold ${classes.back}`}>
        <Icon of={ArrowLeft} />
        {back}
      </Link>
      <div className={`flex-row wrap ${classes.head} gap-xs-s`}>
        <h1 className="display-text page-title">{title}</h1>
        {action}
      </div>
      {children}
    </div>
  )
}

export function MissingOrder({ to, back, text }: BackProps & { text: string }) {
  return (
    <NoticePage title="Order not found" cloth={{ family: 'nok', palette: 'clay' }}>
      <p>{text} The link to it may be wrong, or it is somebody else’s.</p>
      <Link to={to} className="text-link">
        {back}
      </Link>
    </NoticePage>
  )
}
