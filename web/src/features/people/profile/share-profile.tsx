import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { copyLink } from '#web/ui/layout/copy-text.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import classes from './share-profile.module.css'

/** Copies the address of the profile, or shows it if the browser does not allow that. */
export function ShareProfile({ username }: { username: string }) {
  const [isShown, setShown] = useState(false)
  const address = `${location.origin}/u/${encodeURIComponent(username)}`

  async function copy(): Promise<void> {
    if (!(await copyLink(address))) setShown(true)
  }

  return (
    <>
      <span className={classes.share}>
        <Button variant="outline" onClick={() => void copy()}>
          <span className={['row', classes.label].join(' ')}>
            <Share2 size={18} strokeWidth={1.9} aria-hidden="true" />
            <span className={classes.text}>Share profile</span>
          </span>
        </Button>
      </span>
      <Dialog isOpen={isShown} onClose={() => setShown(false)} title="Share profile">
        <p>Your browser does not let us copy the link. Here it is:</p>
        <input
          className={classes.address}
          aria-label="Link to the profile"
          readOnly
          data-autofocus
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Dialog>
    </>
  )
}
