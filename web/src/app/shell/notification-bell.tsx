import { useRef } from 'react'
import { useNotificationCount } from '#web/app/shell/link-counts.ts'
import { notifications } from '#web/app/shell/menu-links.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useLoadedDialog } from '#web/ui/overlays/use-loaded-dialog.ts'

const loadPanel = async () =>
  (await import('#web/features/notifications/panel/notification-panel.tsx')).NotificationPanel

/** Is shown on wide screens. The code of the panel is loaded when it is opened. */
export function NotificationBell({ className }: { className: string | undefined }) {
  const { count, label } = useNotificationCount()
  const panel = useLoadedDialog(loadPanel)
  const button = useRef<HTMLButtonElement>(null)

  /** Called before the panel is removed, since the focus may be inside it. */
  function leave(): void {
    button.current?.focus()
    panel.close()
  }

  return (
    <Menu
      label={label}
      icon={
        <span className="positioned display-grid">
          <Icon of={notifications.icon} />
          <Badge count={count} isOnIcon />
        </span>
      }
      isOpen={panel.Dialog !== undefined}
      onChange={(isOpen) => (isOpen ? void panel.open() : panel.close())}
      button={button}
      className={className}
      isWide
    >
      {panel.Dialog && <panel.Dialog onLeave={leave} />}
    </Menu>
  )
}
