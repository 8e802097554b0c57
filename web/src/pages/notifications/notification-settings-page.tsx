import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { PushSwitch } from '#web/features/notifications/push/push-switch.tsx'
import { SwitchTables } from '#web/features/notifications/settings/switch-table.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import classes from '#web/pages/profile/settings-page.module.css'
import { Icon } from '#web/ui/layout/icon.tsx'

export function NotificationSettingsPage() {
  usePageTitle('Notification settings')
  return (
    <div className={`stack auto-margins ${classes.page}`}>
      <div>
        <Link
          to="/settings"
          className={`flex-row underline-on-hover touch semibold ${classes.back} radius-s muted`}
        >
          <Icon of={ArrowLeft} />
          Back to settings
        </Link>
        <h1 className="display-text page-title">Notifications</h1>
      </div>
      <section className="card-box padded">
        <PushSwitch />
      </section>
      <SwitchTables />
    </div>
  )
}
