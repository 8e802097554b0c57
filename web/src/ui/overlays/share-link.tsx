import { useState, type ReactNode } from 'react'
import { copyLink } from '#web/ui/layout/copy-text.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import classes from './share-link.module.css'

type ShareLinkProps = { link: string; subject: string; children: (share: () => void) => ReactNode }

/** Copies the link, or shows it if the browser does not allow that. `children` is the button. */
export function ShareLink({ link, subject, children }: ShareLinkProps) {
  const [isShown, setShown] = useState(false)

  async function share(): Promise<void> {
    if (!(await copyLink(link))) setShown(true)
  }

  return (
    <>
      {children(() => void share())}
      <Dialog isOpen={isShown} onClose={() => setShown(false)} title={`Share ${subject}`}>
        <p>Your browser did not let us copy the link. Here it is:</p>
        <input
          className={classes.link}
          aria-label={`Link to the ${subject}`}
          readOnly
          data-autofocus
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Dialog>
    </>
  )
}
