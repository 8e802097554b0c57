import type { Item } from '@rootsquare/contract/trade/market'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, useState, type SubmitEvent } from 'react'
import { DeleteItemDialog } from '#web/features/market/item/delete-item-dialog.tsx'
import { AdCategories, AdTexts } from '#web/features/market/publish/ad-texts.tsx'
import { AdDelivery } from '#web/features/market/publish/ad-delivery.tsx'
import { isUnapproving } from '#web/features/market/publish/ad-api.ts'
import type { Ad } from '#web/features/market/publish/ad-draft.ts'
import { adFields, type AdErrors } from '#web/features/market/publish/ad-errors.ts'
import { PictureList } from '#web/entities/uploads/picture-list.tsx'
import { useAdForm, useAdSending, type AdForm } from '#web/features/market/publish/use-ad-form.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DraftStatus } from '#web/ui/feedback/draft-status.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
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
  const formId = useId()
  const form = useAdForm(useSession()?.userId ?? 0, item)
  const sending = useAdSending(form, {
    onClose,
    onDone: (saved) => onDone?.(saved),
    onErrors: (found) => focusFirst(formId, found),
  })
  const { errors, isBusy } = sending
  const { known } = form
  // The first field of a new item is its picture; an existing item has one already.
  const isReady = known !== undefined || form.pictures.pictures[0]?.progress.is === 'done'

  function close(): void {
    onClose()
    if (isPictureComing(form)) showSnackbar('warning', lostText)
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    sending.submit()
  }

  const footer = (
    <>
      {known && <AdWarning item={known} ad={form.ad} isPictureComing={isPictureComing(form)} />}
      {sending.failed !== null && (
        <div className={classes.failed} role="alert">
          <Notice kind="error">{sending.failed}</Notice>
        </div>
      )}
      {known && <DeleteButton form={form} item={known} onClose={onClose} onDone={onDone} />}
      <Button variant="outline" onClick={close}>
        Cancel
      </Button>
      <Button type="submit" form={formId} isBusy={isBusy} disabled={!isReady}>
        {known ? 'Update' : 'Add'}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={close} title={known ? 'Update Item' : 'Publish ads'} width={680} footer={footer}>
      <form id={formId} className="stack" noValidate onSubmit={submit}>
        {form.isRestored && <DraftStatus onDiscard={form.discard} />}
        {known && <AdDisapproval item={known} />}
        <PictureList
          uploads={form.pictures}
          label="Pictures of the item"
          firstName="Main picture"
          isFirstField
          error={errors.pictures}
          isBusy={isBusy}
        />
        <AdTexts form={form} sending={sending} />
        {known === undefined && (
          <AdCategories
            chosen={form.ad.genreIds}
            error={errors.genreIds}
            isBusy={isBusy}
            onChange={(genreIds) => sending.change({ genreIds })}
          />
        )}
        <AdDelivery
          value={form.delivery}
          errors={errors}
          isBusy={isBusy}
          onChange={(delivery) => sending.change({ delivery })}
        />
      </form>
    </Dialog>
  )
}

const lostText = 'A picture was still on its way and is not kept. Please choose it again.'

function isPictureComing({ pictures: { pictures } }: AdForm): boolean {
  return pictures.some(({ progress }) => progress.is === 'pending')
}

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

function focusFirst(formId: string, found: AdErrors): void {
  const first = adFields.find((field) => found[field] !== undefined)
  const group = `[data-field~="${first}"] :is(input:not([hidden]), select, button)`
  const field = document.getElementById(formId)?.querySelector<HTMLElement>(`[name="${first}"], ${group}`)
  const fold = field?.closest('details')
  if (fold) fold.open = true
  field?.focus()
}

function AdDisapproval({ item: { disapprovalReason } }: { item: Item }) {
  if (disapprovalReason === null) return null
  return (
    <div className={`gap-s semibold ${classes.note}`} data-kind="no">
      <Icon of={CircleAlert} />
      <div>
        <p className="strong">An admin has disapproved this item.</p>
        {disapprovalReason !== '' && (
          <p className={`breakable pre-wrap ${classes.reason}`}>{disapprovalReason}</p>
        )}
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
