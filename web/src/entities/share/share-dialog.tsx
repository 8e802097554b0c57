import { brand } from '@rootsquare/contract/product'
import Link2 from 'lucide-react/icons/link-2'
import Share from 'lucide-react/icons/share'
import { useState } from 'react'
import { FacebookSign, WhatsAppSign, XSign } from '#web/entities/share/share-signs.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { copyLink } from '#web/ui/layout/copy-text.ts'
import { Icon, type Glyph } from '#web/ui/layout/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import classes from './share-dialog.module.css'

export type Shared = {
  link: string
  /** Names it in the text beside the link. */
  name: string
  /** Names it in the dialog, if that needs more words. */
  title?: string
}

type ShareDialogProps = { shared: Shared; isByHand?: boolean; onClose: () => void }

type Service = { name: string; sign: Glyph; href: string }

const textOf = ({ name }: Shared) => `${name} on ${brand}`

/** Returns addresses that open the form of another site with the link in it, first the one that most people use. */
function servicesFor(shared: Shared): Service[] {
  const url = encodeURIComponent(shared.link)
  const text = encodeURIComponent(textOf(shared))
  return [
    { name: 'WhatsApp', sign: WhatsAppSign, href: `https://wa.me/?text=${text}%20${url}` },
    {
      name: 'Facebook',
      sign: FacebookSign,
      href: `https://www.facebook.com/sharer/sharer.php?u=${url}`,
    },
    { name: 'X', sign: XSign, href: `https://x.com/intent/post?url=${url}&text=${text}` },
  ]
}

const optionClass = `plain-control flex-row gap-s hover-mark inner-ring semibold full-width ink ${classes.option}`

/** `isByHand` means that the browser does not allow copying, so the link is shown for selecting. */
export function ShareDialog({ shared, isByHand = false, onClose }: ShareDialogProps) {
  const [isLinkShown, setLinkShown] = useState(isByHand)
  const { link, name, title = name } = shared

  async function copy(): Promise<void> {
    if (await copyLink(link)) onClose()
    else setLinkShown(true)
  }

  return (
    <Dialog isOpen onClose={onClose} title="Share" width={420}>
      <p className={`muted breakable ${classes.intro}`}>{title}</p>
      <ul className="stack gap-2xs">
        {'share' in navigator && (
          <li>
            <button type="button" className={optionClass} onClick={() => void shareNatively(shared, copy)}>
              <Badge of={Share} />
              Share…
            </button>
          </li>
        )}
        {servicesFor(shared).map(({ name, sign, href }) => (
          <li key={name}>
            <a className={optionClass} href={href} target="_blank" rel="noopener noreferrer">
              <Badge of={sign} isFilled />
              {name}
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          </li>
        ))}
        <li>
          <button type="button" className={optionClass} onClick={() => void copy()}>
            <Badge of={Link2} />
            Copy link
          </button>
        </li>
      </ul>
      {isLinkShown && <LinkByHand link={link} />}
    </Dialog>
  )
}

function Badge({ of, isFilled }: { of: Glyph; isFilled?: boolean }) {
  return (
    <span className={`rigid center-content ${classes.badge} circle`}>
      <Icon of={of} isFilled={isFilled} />
    </span>
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
async function shareNatively(shared: Shared, copy: () => Promise<void>): Promise<void> {
  const text = textOf(shared)
  try {
    await navigator.share({ title: text, text, url: shared.link })
  } catch (cause) {
    const isClosed = cause instanceof DOMException && cause.name === 'AbortError'
    if (!isClosed) await copy()
  }
}
