import type { Item } from '@rootsquare/contract/trade/market'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { DeleteItemDialog } from '#web/features/market/publish/delete-item-dialog.tsx'
import { AdCategories, AdTexts } from '#web/features/market/publish/ad-texts.tsx'
import { AdDelivery } from '#web/features/market/publish/ad-delivery.tsx'
import { isUnapproving } from '#web/features/market/publish/ad-api.ts'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import { PictureList } from '#web/entities/uploads/picture-list.tsx'
import { useAdForm, type AdForm } from '#web/features/market/publish/use-ad-form.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import classes from './ad-dialog.module.css'

type AdDialogProps = {
  /** Without an item the form creates a new one. */
  item?: Item
  onClose: () => void
  /** Also called if the dialog was closed before the reply arrived; null if the item was deleted. */
  onDone?: (item: Item | null) => void
}

/** Restores what was typed when the form is opened again. */
export function AdDialog({ item, onClose, onDone }: AdDialogProps) {
  const memberId = useSession()?.userId ?? 0
  const form = useAdForm({ memberId, item, onClose, onSaved: (saved) => onDone?.(saved) })
  const { known, failure, pictureList } = form
  const { pictures } = pictureList.uploads
  const isPictureComing = pictures.some(({ progress }) => progress.is === 'pending')
  // The first field of a new item is its picture; an existing item has one already.
  const isReady = known !== undefined || pictures[0]?.progress.is === 'done'

  function close(): void {
    onClose()
    if (isPictureComing) showSnackbar('warning', lostText)
  }

  const footer = (
    <>
      {known && <AdWarning item={known} ad={form.values} isPictureComing={isPictureComing} />}
      {failure && (
        <div className={classes.failed} role="alert">
          <Notice kind="error">{errorText(failure)}</Notice>
        </div>
      )}
      {known && <DeleteButton form={form} item={known} onClose={onClose} onDone={onDone} />}
    </>
  )
  return (
    <FormDialog
      form={form}
      title={known ? 'Update Item' : 'Publish ads'}
      width={680}
      label={known ? 'Update' : 'Add'}
      disabled={!isReady}
      showsDraft
      footer={footer}
      onClose={close}
    >
      {known && <AdDisapproval item={known} />}
      <PictureList {...pictureList} label="Pictures of the item" firstName="Main picture" isFirstField />
      <AdTexts form={form} />
      {known === undefined && <AdCategories {...form.choice('genreIds')} isBusy={form.isPending} />}
      <AdDelivery form={form} />
    </FormDialog>
  )
}

const lostText = 'A picture was still uploading and was not saved. Please choose it again.'

type DeleteButtonProps = { form: AdForm; item: Item } & Pick<AdDialogProps, 'onClose' | 'onDone'>

function DeleteButton({ form, item, onClose, onDone }: DeleteButtonProps) {
  const [isConfirming, setConfirming] = useState(false)

  function leave(): void {
    form.clearDraft()
    onClose()
    onDone?.(null)
  }

  return (
    <div className={classes.delete}>
      <Button variant="outline" onClick={() => setConfirming(true)}>
        Delete item
      </Button>
      {isConfirming && (
        <DeleteItemDialog item={item} onClose={() => setConfirming(false)} onDeleted={leave} />
      )}
    </div>
  )
}

function AdDisapproval({ item: { disapprovalReason } }: { item: Item }) {
  if (disapprovalReason === null) return null
  return (
    <div className={`gap-s semibold ${classes.note}`} data-kind="no">
      <Icon of={CircleAlert} />
      <div>
        <p className="strong">An admin has disapproved this item.</p>
        {disapprovalReason !== '' && <p className="breakable pre-wrap regular">{disapprovalReason}</p>}
        <p>Change it and save, and an admin will look at it again.</p>
      </div>
    </div>
  )
}

type AdWarningProps = { item: Item; ad: Ad; isPictureComing: boolean }

/** Shows the error in the footer, so that it is visible however far the form is scrolled. */
function AdWarning({ item, ad, isPictureComing }: AdWarningProps) {
  return (
    <output className={classes.warning}>
      {isUnapproving(item, ad, isPictureComing) && (
        <span className={`gap-s semibold ${classes.note}`}>
          <Icon of={CircleAlert} />
          <span>Saving this takes the item out of the marketplace until an admin approves it again.</span>
        </span>
      )}
    </output>
  )
}
