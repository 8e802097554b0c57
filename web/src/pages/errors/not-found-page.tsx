import { Link } from '@tanstack/react-router'
import { useSession } from '#web/lib/session/session.ts'
import { NoticePage } from '#web/ui/layout/notice-page.tsx'

export function NotFoundPage() {
  const session = useSession()
  return (
    <NoticePage title="Page not found" cloth={{ family: 'uli', palette: 'chalk' }}>
      <p>No path of the square leads here. The address may be mistyped, or the page is gone.</p>
      <Link to={session === null ? '/' : '/user'} className="text-link">
        {session === null ? 'Go to sign in' : 'Back to the square'}
      </Link>
    </NoticePage>
  )
}
