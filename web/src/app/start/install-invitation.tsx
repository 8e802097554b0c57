import { brand } from '@rootsquare/contract/product'
import { useEffect } from 'react'
import { install, installWay, rememberInstallOffer } from '#web/lib/browser/install.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { InstallSteps } from '#web/ui/feedback/install-steps.tsx'
import classes from './app-notices.module.css'

const text = `${brand} on your home screen opens at once, also without a connection.`

/** Is shown once on a device, so that seeing it counts as the answer no. */
export function InstallInvitation({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    rememberInstallOffer()
    announce('live-polite', text)
  }, [])

  return (
    <section
      className={`flex-row wrap soft-gold gap-s pad-xs-m ${classes.notice}`}
      aria-label="Install the app"
    >
      <p>
        <span className="strong">{text}</span> {installWay() === 'steps' && <InstallSteps />}
      </p>
      {installWay() === 'press' && (
        <Button
          onClick={() => {
            void install().catch(() => {})
            onClose()
          }}
        >
          Install
        </Button>
      )}
      <Button variant="outline" onClick={onClose}>
        {installWay() === 'press' ? 'Not now' : 'Close'}
      </Button>
    </section>
  )
}
