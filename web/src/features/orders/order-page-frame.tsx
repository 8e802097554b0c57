import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'
import { BackLink, Page, PageHead } from '#web/ui/layout/page.tsx'

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

export function OrderPageFrame({ to, back, title, action, width = 820, children }: OrderPageFrameProps) {
  usePageTitle(title)
  return (
    <Page width={width}>
      <BackLink to={to}>{back}</BackLink>
      <PageHead title={title}>{action}</PageHead>
      {children}
    </Page>
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
