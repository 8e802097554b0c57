import { failureTexts } from '@rootsquare/contract/lib/failure'
import { useRef, useState } from 'react'
import { useNotificationCount } from '#web/app/shell/link-counts.ts'
import { notifications } from '#web/app/shell/menu-links.ts'
import type { NotificationPanel } from '#web/features/notifications/panel/notification-panel.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import classes from './notification-bell.module.css'

type Shown = { Panel: typeof NotificationPanel }

/** On wide screens. The code of the panel is loaded when it is opened. */
export function NotificationBell({ className }: { className: string | undefined }) {
  const { count, label } = useNotificationCount()
  const [shown, setShown] = useState<Shown | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setShown(null)

  async function open(): Promise<void> {
    try {
      const { NotificationPanel: Panel } =
        await import('#web/features/notifications/panel/notification-panel.tsx')
      setShown({ Panel })
    } catch {
      showSnackbar('error', failureTexts.noResponse)
    }
  }

  /** Before the panel is removed, since the focus may be inside it. */
  function leave(): void {
    button.current?.focus()
    close()
  }

  return (
    <Menu
      label={label}
      icon={
        <span className={classes.icon}>
          <notifications.Icon size={22} strokeWidth={1.9} aria-hidden="true" />
          <Badge count={count} isOnIcon />
        </span>
      }
      isOpen={shown !== null}
      onChange={(isOpen) => (isOpen ? void open() : close())}
      button={button}
      className={className}
      isWide
    >
      {shown && <shown.Panel onLeave={leave} />}
    </Menu>
  )
}
