import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { AccountMenu } from '#web/app/shell/account-menu.tsx'
import { BottomBar } from '#web/app/shell/bottom-bar.tsx'
import { search, staffLinks } from '#web/app/shell/menu-links.ts'
import { Navbar } from '#web/app/shell/navbar.tsx'
import { OfflineBanner } from '#web/app/shell/offline-banner.tsx'
import { useIsStuck } from '#web/app/shell/use-is-stuck.ts'
import { startLive } from '#web/app/live/start-live.ts'
import { reloadCartAcrossTabs } from '#web/features/cart/reload-cart-across-tabs.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { keepSessionAlive } from '#web/lib/session/renewal.ts'
import { routes } from '#web/lib/navigation/route-names.ts'
import { useSession, type Session } from '#web/lib/session/session.ts'
import { listenForShortcuts, useShortcuts } from '#web/lib/navigation/shortcuts.ts'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'
import classes from './shell.module.css'

const idleMs = 2000

const StaffCountRefresh = lazyExtra(
  async () => (await import('#web/app/shell/staff-menu.tsx')).StaffCountRefresh,
)

const AfterIdle = lazyExtra(async () => {
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  return (await import('#web/app/start/after-idle.tsx')).AfterIdle
})

const loadShortcutsSheet = async () => (await import('#web/app/shell/shortcuts-sheet.tsx')).ShortcutsSheet

const slowMs = 1000

export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const session = useSession()
  // Null for one render after the session ends, until the guard redirects.
  return (
    session && (
      <Frame key={session.userId} session={session}>
        {children}
      </Frame>
    )
  )
}

function Frame({ session, children }: { session: Session; children: ReactNode }) {
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const sheet = useLoadedDialog(loadShortcutsSheet)
  const openSheet = () => void sheet.open()
  const queryClient = useQueryClient()
  const staffPages = staffLinks(session.roles).map(({ to }) => to)
  useEffect(keepSessionAlive, [])
  useEffect(() => startLive(queryClient, session.userId), [queryClient, session.userId])
  useEffect(() => reloadCartAcrossTabs(queryClient, session.userId), [queryClient, session.userId])
  useEffect(listenForShortcuts, [])
  useGlobalShortcuts(openSheet)
  return (
    <>
      <Navbar session={session} onDrawer={() => setDrawerOpen(true)} onShortcuts={openSheet} />
      <Progress />
      <OfflineBanner isUnderNavbar isStuck={useIsStuck(session.userId)} />
      <Suspense>
        <AfterIdle />
      </Suspense>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <BottomBar />
      <Drawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} label="Menu">
        <AccountMenu
          session={session}
          isLayer
          onLeave={() => setDrawerOpen(false)}
          onShortcuts={() => {
            setDrawerOpen(false)
            openSheet()
          }}
        />
      </Drawer>
      {staffPages.length > 0 && (
        <Suspense>
          <StaffCountRefresh pages={staffPages} />
        </Suspense>
      )}
      {sheet.Dialog && <sheet.Dialog onClose={sheet.close} />}
    </>
  )
}

/** Announces loading only if the next page is slow. */
function Progress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => announce('live-route', 'Loading'), slowMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  return isLoading ? <div className={classes.progress} aria-hidden="true" /> : null
}

function useGlobalShortcuts(openSheet: () => void): void {
  const navigate = useNavigate()
  const openSearch = () => void navigate({ to: search.to, state: { keepsFocus: true } })
  useShortcuts([
    { keys: '?', does: 'Show this sheet', run: openSheet },
    { keys: 'g h', does: 'Go to Home', run: () => void navigate({ to: routes.User }) },
    { keys: 'g m', does: 'Go to Marketplace', run: () => void navigate({ to: '/marketplace' }) },
    { keys: 'g i', does: 'Go to Inbox', run: () => void navigate({ to: '/inbox' }) },
    {
      keys: '/',
      does: 'Search',
      run: () => (isAtSearch() ? focusSearch() : openSearch()),
    },
  ])
}

const isAtSearch = () => window.location.pathname === search.to
const focusSearch = () => document.querySelector<HTMLElement>('main input[type=search]')?.focus()
