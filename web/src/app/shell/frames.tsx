import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OfflineBanner } from '#web/app/shell/offline-banner.tsx'
import { Snackbars } from '#web/ui/feedback/snackbar.tsx'

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
