import { Link } from '@tanstack/react-router'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'

/** Replaces a page that only `who` may open. */
export function NotAllowedPage({ who }: { who: string }) {
  return (
    <NoticePage title="Not open to you" cloth={{ family: 'uli', palette: 'chalk' }}>
      <p>This page is for {who} only.</p>
      <Link to="/user" className="text-link">
        Back to the square
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
