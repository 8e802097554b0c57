import type { Post } from '@rootsquare/contract/posts'
import Link2 from 'lucide-react/icons/link-2'
import Share from 'lucide-react/icons/share'
import { useState } from 'react'
import { postLink, shareText } from '#web/entities/posts/post-link.ts'
import { nameOf } from '#web/lib/format/names.ts'
import { copyLink } from '#web/ui/layout/copy-text.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import classes from './post-dialogs.module.css'

type ShareDialogProps = { post: Post; isByHand: boolean; onClose: () => void }

type ShareLink = { name: string; badge: string; href: string }

/** Returns addresses that open the form of another site with the link in it. */
function shareLinks(post: Post): ShareLink[] {
  const url = encodeURIComponent(postLink(post))
  const text = encodeURIComponent(shareText(post))
  return [
    { name: 'X', badge: '𝕏', href: `https://x.com/intent/post?url=${url}&text=${text}` },
    { name: 'WhatsApp', badge: 'W', href: `https://wa.me/?text=${text}%20${url}` },
    { name: 'Facebook', badge: 'f', href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
  ]
}

const optionClass = `plain-control flex-row gap-s hover-mark inner-ring semibold full-width ink ${classes.option}`

/** `isByHand` means that the browser does not allow copying, so the link is shown for selecting. */
export function ShareDialog({ post, isByHand, onClose }: ShareDialogProps) {
  const [isLinkShown, setLinkShown] = useState(isByHand)
  const link = postLink(post)

  async function copy(): Promise<void> {
    if (await copyLink(link)) onClose()
    else setLinkShown(true)
  }

  return (
    <Dialog isOpen onClose={onClose} title="Share" width={420}>
      <p className={`muted ${classes.intro}`}>The post by {nameOf(post)}</p>
      <ul className="stack gap-2xs">
        {'share' in navigator && (
          <li>
            <button type="button" className={optionClass} onClick={() => void shareNatively(post, copy)}>
              <span className={`rigid center-content bold ${classes.badge} circle text-m`}>
                <Icon of={Share} />
              </span>
              Share…
            </button>
          </li>
        )}
        {shareLinks(post).map(({ name, badge, href }) => (
          <li key={name}>
            <a className={optionClass} href={href} target="_blank" rel="noopener noreferrer">
              <span className={`rigid center-content bold ${classes.badge} circle text-m`} aria-hidden="true">
                {badge}
              </span>
              {name}
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          </li>
        ))}
        <li>
          <button type="button" className={optionClass} onClick={() => void copy()}>
            <span className={`rigid center-content bold ${classes.badge} circle text-m`}>
              <Icon of={Link2} />
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
    <div className="margin-top-s">
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

/** Opens the device's share sheet. If it fails and was not just closed by the person, the link is copied. */
async function shareNatively(post: Post, copy: () => Promise<void>): Promise<void> {
  try {
    await navigator.share({ title: shareText(post), text: shareText(post), url: postLink(post) })
  } catch (cause) {
    const isClosed = cause instanceof DOMException && cause.name === 'AbortError'
    if (!isClosed) await copy()
  }
}
