import { useRouterState } from '@tanstack/react-router'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { InstallInvitation } from '#web/app/start/install-invitation.tsx'
import { isUpdateReady, onUpdateChange, updateApp } from '#web/lib/browser/app-worker.ts'
import { installWay, wasInstallOffered } from '#web/lib/browser/install.ts'
import { visitCount } from '#web/lib/browser/visits.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './app-notices.module.css'

const visitsBeforeInvitation = 3

type Notice = 'update' | 'install' | null

/** Under the navbar. They come with the next page, so that nothing moves under a finger. */
export function AppNotices() {
  const isReady = useSyncExternalStore(onUpdateChange, isUpdateReady)
  const page = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href })
  const [last, setLast] = useState(page)
  const [notice, setNotice] = useState<Notice>(null)
  if (page !== last) {
    setLast(page)
    if (isReady) setNotice('update')
    else if (notice === null && isInvited()) setNotice('install')
  }
  if (notice === 'install') return <InstallInvitation onClose={() => setNotice(null)} />
  return notice === 'update' && isReady ? <UpdateNotice /> : null
}

function isInvited(): boolean {
  return visitCount() >= visitsBeforeInvitation && !wasInstallOffered() && installWay() !== null
}

const updateText = 'A new version is ready'

function UpdateNotice() {
  const [isUpdating, setUpdating] = useState(false)
  useEffect(() => announce('live-polite', updateText), [])

  function update(): void {
    setUpdating(true)
    void updateApp()
  }

  return (
    <section className={`flex-row wrap soft-gold gap-s pad-xs-m ${classes.notice}`} aria-label="New version">
      <Icon of={RefreshCw} />
      <p className="strong">{updateText}</p>
      <Button variant="outline" isBusy={isUpdating} onClick={update}>
        Update
      </Button>
    </section>
  )
}
