import { Outlet } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { lazyPage } from '#web/app/lazy-page.ts'
import { OfflineBanner } from '#web/app/shell/offline-banner.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { NotFoundPage } from '#web/pages/errors/not-found-page.tsx'
import { Snackbars } from '#web/ui/feedback/snackbar.tsx'

export const Shell = lazyPage(() => import('#web/app/shell/shell.tsx'), 'Shell')

export function Root() {
  return (
    <>
      <Outlet />
      <Snackbars />
    </>
  )
}

export function BareFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <>
      <OfflineBanner isUnderNavbar={false} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

/** Frames pages that are open to everybody. A member sees them with navbar and menu. */
export function SharedFrame() {
  return useSession() === null ? <BareFrame /> : <Shell />
}

export function NotFound() {
  if (useSession() === null)
    return (
      <BareFrame>
        <NotFoundPage />
      </BareFrame>
    )
  return (
    <Suspense>
      <Shell>
        <NotFoundPage />
      </Shell>
    </Suspense>
  )
}
