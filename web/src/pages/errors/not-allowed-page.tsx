import { Link } from '@tanstack/react-router'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'

/** Replaces a page that only `who` may open. */
export function NotAllowedPage({ who }: { who: string }) {
  return (
    <NoticePage title="You cannot open this page" cloth={{ family: 'uli', palette: 'chalk' }}>
      <p>This page is for {who} only.</p>
      <Link to="/user" className="text-link">
        Back to home
      </Link>
    </NoticePage>
  )
}

export function ForAdmins() {
  return <NotAllowedPage who="admins" />
}

export function ForSuperAdmins() {
  return <NotAllowedPage who="super admins" />
}
