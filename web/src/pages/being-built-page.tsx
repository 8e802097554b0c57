import { Link, useMatches } from '@tanstack/react-router'
import { routes } from '#web/lib/route-names.ts'
import { useSession } from '#web/lib/session.ts'
import { NoticePage } from '#web/ui/notice-page.tsx'

/** As the menu calls them, by the paths of the router. */
const names: Record<string, string> = {
  [routes.UserAnalytics]: 'Analytics',
  '/system-analytics': 'System Analytics',
}

export function BeingBuiltPage() {
  const session = useSession()
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath })
  return (
    <NoticePage title={names[path ?? ''] ?? 'Being built'} cloth={{ family: 'akwete', palette: 'leaf' }}>
      <p>This part of the square is being built. There is nothing to see or do here yet.</p>
      <Link to={session === null ? '/' : '/user'} className="link">
        {session === null ? 'Go to sign in' : 'Back to the square'}
      </Link>
    </NoticePage>
  )
}
