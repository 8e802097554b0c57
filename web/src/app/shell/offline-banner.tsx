import CloudOff from 'lucide-react/icons/cloud-off'
import Wifi from 'lucide-react/icons/wifi'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Icon } from '#web/ui/layout/icon.tsx'
import classes from './offline-banner.module.css'

const backOnlineMs = 5000

/** The region is always there: one that is added together with its text is not read out. */
export function OfflineBanner({ isUnderNavbar }: { isUnderNavbar: boolean }) {
  const isOnline = useSyncExternalStore(onLineChange, () => navigator.onLine)
  const [wasOffline, setWasOffline] = useState(!isOnline)
  if (!isOnline && !wasOffline) setWasOffline(true)
  useEffect(() => {
    if (!isOnline || !wasOffline) return
    const timer = setTimeout(() => setWasOffline(false), backOnlineMs)
    return () => clearTimeout(timer)
  }, [isOnline, wasOffline])
  const icon = isOnline ? Wifi : CloudOff
  return (
    <output className={classes.region} data-under-navbar={isUnderNavbar || undefined}>
      {wasOffline && (
        <span
          className={`flex-row strong ${classes.banner} soft-gold gap-s pad-xs-m`}
          data-online={isOnline || undefined}
        >
          <Icon of={icon} />
          {isOnline ? 'You are back online' : 'You are offline'}
        </span>
      )}
    </output>
  )
}

function onLineChange(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
