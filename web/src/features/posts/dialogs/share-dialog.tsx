import type { Post } from '@rootsquare/contract/posts'
import Link2 from 'lucide-react/icons/link-2'
import Share from 'lucide-react/icons/share'
import { useState } from 'react'
import { linkOf, shareText } from '#web/entities/posts/post-link.ts'
import { shareLinks } from '#web/features/posts/dialogs/share-links.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { copyLink } from '#web/ui/layout/copy-text.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './post-dialogs.module.css'

type ShareDialogProps = { post: Post; isByHand: boolean; onClose: () => void }

const icon = { size: 20, strokeWidth: 1.9, 'aria-hidden': 'true' } as const

/** `isByHand`: the browser does not allow copying, so the link is shown to be selected. */
export function ShareDialog({ post, isByHand, onClose }: ShareDialogProps) {
  const [isLinkShown, setLinkShown] = useState(isByHand)
  const link = linkOf(post)

  async function copy(): Promise<void> {
    if (await copyLink(link)) onClose()
    else setLinkShown(true)
  }

  return (
    <Dialog isOpen onClose={onClose} title="Share" width={420}>
      <p className={classes.intro}>The post by {nameOf(post)}</p>
      <ul className={classes.ways}>
        {'share' in navigator && (
          <li>
            <button type="button" className={classes.way} onClick={() => void shareNatively(post, copy)}>
              <span className={classes.badge}>
                <Share {...icon} />
              </span>
              Share…
            </button>
          </li>
        )}
        {shareLinks(post).map(({ name, badge, href }) => (
          <li key={name}>
            <a className={classes.way} href={href} target="_blank" rel="noopener noreferrer">
              <span className={classes.badge} aria-hidden="true">
                {badge}
              </span>
              {name}
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          </li>
        ))}
        <li>
          <button type="button" className={classes.way} onClick={() => void copy()}>
            <span className={classes.badge}>
              <Link2 {...icon} />
            </span>
            Copy link
          </button>
        </li>
      </ul>
      {isLinkShown && <LinkByHand link={link} />}
    </Dialog>
  )
}

function LinkByHand({ link }: { link: string }) {
  return (
    <div className={classes.byHand}>
      <TextField
        label="Select and copy this link"
        ref={(field) => field?.focus()}
        data-autofocus
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  )
}

/** Where the device's own sheet fails for another reason than the person closing it, the link is copied instead. */
async function shareNatively(post: Post, copy: () => Promise<void>): Promise<void> {
  try {
    await navigator.share({ title: shareText(post), text: shareText(post), url: linkOf(post) })
  } catch (cause) {
    const isClosed = cause instanceof DOMException && cause.name === 'AbortError'
    if (!isClosed) await copy()
  }
}
