import { PushSwitch } from '#web/features/notifications/push/push-switch.tsx'
import { SwitchTables } from '#web/features/notifications/settings/switch-table.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { BackLink, Page, PageHead } from '#web/ui/layout/page.tsx'

export function NotificationSettingsPage() {
  usePageTitle('Notification settings')
  return (
    <Page width={680} isRoomy>
      <BackLink to="/settings">Back to settings</BackLink>
      <PageHead title="Notifications" />
      <section className="card-box padded">
        <PushSwitch />
      </section>
      <SwitchTables />
    </Page>
  )
}
