import { Link } from '@tanstack/react-router'
import { useSession } from '#web/lib/session.ts'
import { NoticePage } from '#web/ui/notice-page.tsx'

export function BeingBuiltPage() {
  const session = useSession()
  return (
    <NoticePage title="Being built" cloth={{ family: 'akwete', palette: 'leaf' }}>
      <p>This part of the square is being built. There is nothing to see or do here yet.</p>
      <Link to={session === null ? '/' : '/user'} className="link">
        {session === null ? 'Back to sign in' : 'Back home'}
      </Link>
    </NoticePage>
  )
}
