import { useRouterState } from '@tanstack/react-router'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isUpdateReady, onUpdateChange, updateApp } from '#web/lib/browser/app-worker.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './app-notices.module.css'

/** Under the navbar. They come with the next page, so that nothing moves under a finger. */
export function AppNotices() {
  const isReady = useSyncExternalStore(onUpdateChange, isUpdateReady)
  const page = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href })
  const [readyOn, setReadyOn] = useState<string>()
  const [isShown, setShown] = useState(false)
  if (isReady && readyOn === undefined) setReadyOn(page)
  if (!isShown && readyOn !== undefined && page !== readyOn) setShown(true)
  return isShown && isReady ? <UpdateNotice /> : null
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
