import { Link } from '@tanstack/react-router'
import { useSession } from '#web/lib/session/session.ts'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'

export function NotFoundPage() {
  const session = useSession()
  return (
    <NoticePage title="Page not found" cloth={{ family: 'uli', palette: 'chalk' }}>
      <p>There is no page at this address. It may be mistyped, or the page was removed.</p>
      <Link to={session === null ? '/' : '/user'} className="text-link">
        {session === null ? 'Go to sign in' : 'Back to home'}
      </Link>
    </NoticePage>
  )
}
