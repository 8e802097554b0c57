import type { Item } from '@rootsquare/contract/market'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { isUnapproving } from '#web/features/market/publish/ad-content.ts'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import classes from './ad-dialog.module.css'

const icon = { size: 20, strokeWidth: 1.9, 'aria-hidden': 'true' } as const

export function AdDisapproval({ item: { disapprovalReason } }: { item: Item }) {
  if (disapprovalReason === null) return null
  return (
    <div className={classes.note} data-kind="no">
      <CircleAlert {...icon} />
      <div>
        <p className="strong">An admin has disapproved this item.</p>
        {disapprovalReason !== '' && (
          <p className={['breakable', classes.reason].join(' ')}>{disapprovalReason}</p>
        )}
        <p>Change it and save, and an admin will look at it again.</p>
      </div>
    </div>
  )
}

type AdWarningProps = { item: Item; ad: Ad; isPictureComing: boolean }

/** In the footer, so that it is visible however far the form is scrolled. */
export function AdWarning({ item, ad, isPictureComing }: AdWarningProps) {
  return (
    <output className={classes.warning}>
      {isUnapproving(item, ad, isPictureComing) && (
        <span className={classes.note}>
          <CircleAlert {...icon} />
          <span>Saving this takes the item out of the marketplace until an admin approves it again.</span>
        </span>
      )}
    </output>
  )
}
