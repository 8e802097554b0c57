import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { SettingsButton, SettingsControl } from '#web/features/accounts/settings/settings-list.tsx'
import { install, installWay } from '#web/lib/browser/install.ts'
import { InstallSteps } from '#web/ui/feedback/install-steps.tsx'

const name = 'Install the app'

/** Is left out where the app is installed, or the browser cannot. */
export function InstallRow() {
  const [way, setWay] = useState(installWay)
  if (way === null) return null
  if (way === 'steps')
    return (
      <SettingsControl icon={Download}>
        <div className="stack gap-xs">
          <span className="strong">{name}</span>
          <p className="text-xs muted">
            <InstallSteps />
          </p>
        </div>
      </SettingsControl>
    )
  return (
    <SettingsButton
      icon={Download}
      name={name}
      description="It opens from your home screen, also without a connection."
      onClick={() =>
        void install().then(
          () => setWay(installWay()),
          () => {},
        )
      }
    />
  )
}
