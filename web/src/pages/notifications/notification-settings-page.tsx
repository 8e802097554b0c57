import { PushSwitch } from '#web/features/notifications/push/push-switch.tsx'
import { SwitchTables } from '#web/features/notifications/settings/switch-table.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { BackLink, Page } from '#web/ui/layout/page.tsx'

export function NotificationSettingsPage() {
  usePageTitle('Notification settings')
  return (
    <Page width={680} isRoomy>
      <div>
        <BackLink to="/settings">Back to settings</BackLink>
        <h1 className="display-text page-title">Notifications</h1>
      </div>
      <section className="card-box padded">
        <PushSwitch />
      </section>
      <SwitchTables />
    </Page>
  )
}
