import CloudOff from 'lucide-react/icons/cloud-off'
import Wifi from 'lucide-react/icons/wifi'
import { Suspense, useEffect, useState } from 'react'
import { useIsOnline } from '#web/lib/browser/use-online.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { lazyExtra } from '#web/ui/layout/lazy-extra.ts'
import classes from './offline-banner.module.css'

const backOnlineMs = 5000

/** Is needed only without a connection. */
const WaitingNotice = lazyExtra(async () => (await import('#web/app/shell/waiting-notice.tsx')).WaitingNotice)

type OfflineBannerProps = {
  isUnderNavbar?: boolean
  /** The server could not take something that waited. */
  isStuck?: boolean
}

/** The region is always there: one that is added together with its text is not read out. */
export function OfflineBanner({ isUnderNavbar = false, isStuck = false }: OfflineBannerProps) {
  const isOnline = useIsOnline()
  const [wasOffline, setWasOffline] = useState(!isOnline)
  if (!isOnline && !wasOffline) setWasOffline(true)
  useEffect(() => {
    if (!isOnline || !wasOffline) return
    const timer = setTimeout(() => setWasOffline(false), backOnlineMs)
    return () => clearTimeout(timer)
  }, [isOnline, wasOffline])
  const icon = isOnline ? Wifi : CloudOff
  const memberId = useSession()?.userId
  const isShown = wasOffline || isStuck
  return (
    <div className={classes.region} data-under-navbar={isUnderNavbar || undefined}>
      <div
        className={isShown ? `flex-row wrap strong ${classes.banner} soft-gold gap-s pad-xs-m` : undefined}
        data-online={(isOnline && !isStuck) || undefined}
      >
        <output className="flex-row gap-s">
          {wasOffline && (
            <>
              <Icon of={icon} />
              {isOnline ? 'You are back online' : 'You are offline'}
            </>
          )}
        </output>
        {isShown && memberId !== undefined && (
          <Suspense>
            <WaitingNotice memberId={memberId} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
